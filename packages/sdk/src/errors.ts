/** There was no reply: offline, the server is down, or the connection broke. Whether the request took effect is unknown. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** The server replied with an error. `detail` is as sent: a text, or an object with `code` and `params`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly detail: unknown
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly route: string,
  ) {
    const detail = typeof body === 'object' && body !== null ? Reflect.get(body, 'detail') : undefined
    super(`${route} answered ${status}: ${messageOf(detail)}`)
    this.detail = detail
  }

  /** The messages in the reply, one per failure. */
  get messages(): string[] {
    return entriesOf(this.detail) ?? [messageOf(this.detail)]
  }
}

function messageOf(detail: unknown): string {
  if (typeof detail === 'string') return detail
  const params = typeof detail === 'object' && detail !== null ? Reflect.get(detail, 'params') : undefined
  if (typeof params !== 'object' || params === null) return 'Unknown'
  const text = Reflect.get(params, 'detail') ?? Reflect.get(params, 'message')
  return typeof text === 'string' ? text : (entriesOf(detail)?.join('; ') ?? 'Unknown')
}

function entriesOf(detail: unknown): string[] | undefined {
  const params = typeof detail === 'object' && detail !== null ? Reflect.get(detail, 'params') : undefined
  const errors = typeof params === 'object' && params !== null ? Reflect.get(params, 'errors') : undefined
  if (!Array.isArray(errors)) return undefined
  return errors.map((entry) => (typeof entry?.msg === 'string' ? entry.msg : 'Unknown'))
}
