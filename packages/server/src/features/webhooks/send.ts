import { createHmac } from 'node:crypto'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import type { Json } from '@postil/contract/shapes'
import { codeOf } from '../../db/engines/engine'
import type { WebhookTable } from '../../db/tables'
import { AppError } from '../../errors'
import { writeJson } from '../../http/bodies/raw-json'
import { isKnownOutOfReach, lookupInReach, OutOfReach, type Reach } from './reach'

const TIMEOUT_MS = 20_000

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

/**
 * Send a message once, as Standard Webhooks says (https://www.standardwebhooks.com). Redirects are not followed. Resolves when the receiver
 * has answered with a status from 200 to 299, and throws `NotDelivered` otherwise.
 */
export async function send(hook: Pick<WebhookTable, 'url' | 'secret'>, message: Message, reach: Reach): Promise<void> {
  const url = new URL(hook.url)
  if (isKnownOutOfReach(url, reach)) throw outOfReach(url)
  const { id, type, at, data } = message
  const body = writeJson({ type, version: 1, timestamp: isoTime(at), data })
  const status = await post(url, signedHeaders(hook.secret, id, body), body, reach)
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

function signedHeaders(secret: string, id: string, body: string): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1000)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
    'content-type': 'application/json',
    'user-agent': 'Postil',
  }
}

/** The status of the answer. The rest of it is not of interest, and is discarded. */
function post(url: URL, headers: Record<string, string>, body: string, reach: Reach): Promise<number> {
  const request = url.protocol === 'https:' ? overHttps : overHttp
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  return new Promise<number>((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, signal, lookup: lookupInReach(reach) }, (reply) => {
      // An answer without an end is cut off by the time-out.
      reply.on('error', () => {}).resume()
      resolve(reply.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end(body)
  }).catch((cause: unknown) => {
    if (cause instanceof OutOfReach) throw outOfReach(url)
    const why = signal.aborted ? `within ${TIMEOUT_MS / 1000} s` : `(${codeOf(cause) || 'no connection'})`
    throw new NotDelivered(`${url.host} did not answer ${why}.`, false)
  })
}
