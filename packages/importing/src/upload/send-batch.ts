import type { Client } from '@postil/sdk/client'
import { ApiError, NetworkError } from '@postil/sdk/errors'
import type { Writer } from './writer'

/** One record to send, and where in the file it comes from. */
export interface OutgoingItem<Item> {
  line: number
  /** Row index in the file, from 0; one line may contain several rows. */
  row: number
  item: Item
  /** The dataset already has this record. */
  isUpdate: boolean
}

/** A record that the server refused. */
export interface RefusedItem<Item> {
  refused: OutgoingItem<Item>
  reason: string
}

export interface SendOptions<Item> {
  client: Client
  writer: Pick<Writer<Item>, 'send' | 'isAboutItems'>
  /** Id of the upload: the prefix of idempotency keys, so that a retried batch is the same request. */
  key: string
  signal?: AbortSignal
  /** Called when the server does not reply and the batch waits for a retry. */
  onWaiting?: (isWaiting: boolean) => void
  /** For tests. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Delays before each retry without a reply; the last one is repeated. */
const RETRY_MS = [500, 1000, 2000, 4000, 8000, 15_000]
/** About ten minutes. */
const MAX_RETRIES = 40

/**
 * Send records, all or none; when the server refuses some, the others are sent again without them.
 *
 * @returns the refused records
 */
export async function sendBatch<Item>(
  items: readonly OutgoingItem<Item>[],
  options: SendOptions<Item>,
): Promise<RefusedItem<Item>[]> {
  if (items.length === 0) return []
  try {
    await withRetries(items, options)
    return []
  } catch (error) {
    if (!(error instanceof ApiError) || !options.writer.isAboutItems(error)) throw error
    const [only] = items
    if (items.length === 1 && only) return [{ refused: only, reason: error.messages[0] ?? error.message }]
    const middle = Math.ceil(items.length / 2)
    const before = await sendBatch(items.slice(0, middle), options)
    const after = await sendBatch(items.slice(middle), options)
    return [...before, ...after]
  }
}

async function withRetries<Item>(items: readonly OutgoingItem<Item>[], options: SendOptions<Item>): Promise<void> {
  const { client, writer, key, signal, onWaiting, sleep = wait } = options
  const records = items.map(({ item }) => item)
  const batchKey = `${key}-${items[0]?.row}-${items.length}`
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted()
    try {
      await writer.send(client, records, batchKey, signal)
      if (attempt > 0) onWaiting?.(false)
      return
    } catch (error) {
      if (attempt >= MAX_RETRIES || !isPassing(error)) throw error
      onWaiting?.(true)
      await sleep(RETRY_MS[attempt] ?? RETRY_MS.at(-1) ?? 0, signal)
    }
  }
}

/** Whether the failure is temporary: server unreachable or overloaded. */
function isPassing(error: unknown): boolean {
  if (error instanceof NetworkError) return true
  return error instanceof ApiError && (error.status === 429 || error.status >= 500)
}

/** Wait, unless aborted. */
function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
}
