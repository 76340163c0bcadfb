import { createHmac, type Hmac } from 'node:crypto'
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { Json } from '@postil/contract/shapes'
import { codeOf } from '../../db/engines/engine'
import { AppError } from '../../errors'
import { gather } from '../../http/bodies/large-work'
import { encodeText, writeJson } from '../../http/bodies/raw-json'
import { isKnownOutOfReach, lookupInReach, OutOfReach, type Reach } from './reach'

const TIMEOUT_MS = 20_000
/** How much of an answer is read, and for how long, after its headers. */
const REST_BYTES = 64 * 1024
const REST_MS = 1000

/** A message to a receiver. */
export interface Message {
  /** The same whenever it is sent again, so that a receiver can tell. */
  id: string
  type: string
  /** When it happened, in µs since 1970. */
  at: number
  data: Json
}

/** A message could not be delivered; the text says why. */
export class NotDelivered extends AppError {
  override name = 'NotDelivered'

  /** @param isRefused - the receiver itself answered, and does not accept this message */
  constructor(
    message: string,
    readonly isRefused: boolean,
  ) {
    super('invalid', message)
  }
}

/** Answers that say that the receiver cannot be reached at the moment: time-outs, too many requests, gateways without a server. */
const NOT_NOW: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504])

/** A message as it is sent: signed, and encoded. */
export interface SignedMessage {
  headers: Record<string, string>
  body: readonly Buffer[]
}

/** Encode and sign a message, as Standard Webhooks says (https://www.standardwebhooks.com). A large one takes many slices of time. */
export async function signMessage(secret: string, { id, type, at, data }: Message): Promise<SignedMessage> {
  const body = await encodeText(writeJson({ type, version: 1, timestamp: isoTime(at), data }))
  return { headers: await signedHeaders(secret, id, body), body }
}

/**
 * Send a message once. Redirects are not followed. Resolves when the receiver has answered with a status from 200 to 299, and throws
 * `NotDelivered` otherwise.
 */
export async function send(to: string, message: SignedMessage, reach: Reach): Promise<void> {
  const url = new URL(to)
  if (isKnownOutOfReach(url, reach)) throw outOfReach(url)
  const status = await post(url, message, reach)
  if (status >= 200 && status < 300) return
  throw new NotDelivered(`${url.host} answered with status ${status}.`, !NOT_NOW.has(status))
}

/** Throws `NotDelivered` for a URL of which is known that it is out of reach. */
export function outOfReach(url: URL): NotDelivered {
  return new NotDelivered(
    `Webhooks of this server may not send to ${url.hostname}. Whoever runs it can allow addresses of its own network: see POSTIL_WEBHOOKS.`,
    false,
  )
}

/** A time in UTC with microseconds, as receivers expect it here: unlike elsewhere in the API with `Z`. */
function isoTime(micros: number): string {
  const millis = Math.floor(micros / 1000)
  return `${new Date(millis).toISOString().slice(0, 23)}${String(micros % 1000).padStart(3, '0')}Z`
}

async function signedHeaders(secret: string, id: string, body: readonly Buffer[]): Promise<Record<string, string>> {
  const seconds = Math.floor(Date.now() / 1000)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.`)
  await gather(signedParts(signature, body))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature.digest('base64')}`,
    'content-type': 'application/json',
    'content-length': String(body.reduce((sum, { length }) => sum + length, 0)),
    'user-agent': 'Postil',
  }
}

/** Adds each part of a body to its signature. */
function* signedParts(signature: Hmac, body: readonly Buffer[]): Generator<void> {
  for (const part of body) {
    signature.update(part)
    yield
  }
}

/** The status of the answer. The rest of it is not of interest. */
function post(url: URL, { headers, body }: SignedMessage, reach: Reach): Promise<number> {
  const request = url.protocol === 'https:' ? overHttps : overHttp
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  return new Promise<number>((resolve, reject) => {
    let status: number | undefined
    const sent = request(url, { method: 'POST', headers, signal, lookup: lookupInReach(reach) }, (reply) => {
      status = reply.statusCode
      discard(reply)
    })
    sent.on('error', reject)
    sent.on('upgrade', (reply, socket) => {
      status = reply.statusCode
      socket.destroy()
    })
    // After the whole answer, so that the next message uses the same connection.
    sent.on('close', () => (status === undefined ? reject(new Error('There was no answer.')) : resolve(status)))
    for (const part of body) sent.write(part)
    sent.end()
  }).catch((cause: unknown) => {
    if (cause instanceof OutOfReach) throw outOfReach(url)
    const why = signal.aborted ? `within ${TIMEOUT_MS / 1000} s` : `(${codeOf(cause) || 'no connection'})`
    throw new NotDelivered(`${url.host} did not answer ${why}.`, false)
  })
}

/** Read the rest of an answer, so that its connection can be used again. One whose rest is long or slow is cut off. */
function discard(reply: IncomingMessage): void {
  let bytes = 0
  const timer = setTimeout(() => reply.destroy(), REST_MS)
  reply.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes > REST_BYTES) reply.destroy()
  })
  reply.on('error', () => {}).on('close', () => clearTimeout(timer))
}
