import type { Client } from '@postil/sdk/client'
import { ApiError, NetworkError } from '@postil/sdk/errors'
import type { Writer } from './writer'

/** One record on its way, and where in the file it comes from. */
export interface OutgoingItem<Item> {
  line: number
  /** Its place in the file, counted from 0; several rows may stand in one line. */
  row: number
  item: Item
  /** The dataset had a record for it. */
  isUpdate: boolean
}

/** A record that the server does not take. */
export interface RefusedItem<Item> {
  refused: OutgoingItem<Item>
  reason: string
}

export interface SendOptions<Item> {
  client: Client
  writer: Pick<Writer<Item>, 'send' | 'isAboutItems'>
  /** Names the upload: the same batch of the same upload is the same request to the server. */
  key: string
  signal?: AbortSignal
  /** Told when the server does not answer and the batch waits for another try. */
  onWaiting?: (isWaiting: boolean) => void
  /** For tests. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Waits before each new try when no answer came; the last one is repeated. */
const RETRY_MS = [500, 1000, 2000, 4000, 8000, 15_000]
/** After ten minutes or so nobody is waiting any more. */
const MAX_RETRIES = 40

/**
 * Send records, all or none; when the server refuses some of them, the others are sent without them.
 *
 * @returns those that were refused
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

/** The server was not there, or could not just now. */
function isPassing(error: unknown): boolean {
  if (error instanceof NetworkError) return true
  return error instanceof ApiError && (error.status === 429 || error.status >= 500)
}

/** Wait, or not, once it is cancelled. */
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
