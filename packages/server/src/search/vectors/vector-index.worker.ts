import { parentPort } from 'node:worker_threads'
import { inTurns } from '../../workers/in-turns'
import { letOthersGoFirst } from '../../workers/let-others-go-first'
import type { FromVectorWorker, Nearest, NearestAsk, ToVectorWorker, VectorFetch, VectorPage } from './protocol'
import { VectorRows } from './vector-rows'

/**
 * The thread that holds vectors in memory. It has no store of its own: what is new is asked of the HTTP thread, page by page. What it holds is
 * a copy that can be thrown away; the least recently used goes when together they take more than the budget.
 */
const BUDGET_BYTES = 1024 ** 3

const port = parentPort
if (!port) throw new Error('The vector worker runs in a worker thread only.')
letOthersGoFirst()

/** In the order of use: the first is the one longest unused. */
const held = new Map<string, VectorRows>()
/** Questions about the same vectors take turns, since each may bring in new ones. */
const inTurn = inTurns()
const fetching = new Map<number, { resolve(page: VectorPage): void; reject(cause: Error): void }>()
let fetches = 0

port.on('message', (message: ToVectorWorker) => {
  switch (message.type) {
    case 'fetched':
      fetching.get(message.id)?.resolve(message.page)
      fetching.delete(message.id)
      return
    case 'fetchFailed':
      fetching.get(message.id)?.reject(new Error(message.message))
      fetching.delete(message.id)
      return
    case 'ask': {
      const { id, ask } = message
      inTurn(ask.vectorId, () => answer(id, ask)).then(
        (found) => post({ type: 'answer', id, answer: found }),
        (cause: unknown) =>
          post({ type: 'failure', id, message: cause instanceof Error ? cause.message : String(cause) }),
      )
    }
  }
})

async function answer(askId: number, ask: NearestAsk): Promise<Nearest> {
  const rows = held.get(ask.vectorId) ?? new VectorRows(ask.dimensions)
  held.delete(ask.vectorId)
  await catchUp(rows, askId, ask)
  held.set(ask.vectorId, rows)
  makeRoom()
  return rows.find(ask)
}

async function catchUp(rows: VectorRows, askId: number, { vectorId, version }: NearestAsk): Promise<void> {
  if (rows.version >= version) return
  let place = { afterVersion: rows.version, afterPk: Number.MAX_SAFE_INTEGER }
  for (;;) {
    const page = await fetchPage(askId, { vectorId, ...place })
    const last = page.pks.length - 1
    if (last < 0) break
    rows.put(page)
    place = { afterVersion: page.versions[last] ?? 0, afterPk: page.pks[last] ?? 0 }
  }
  // Newer ones that came along are read again with their version; those up to it are all in.
  rows.version = version
}

function fetchPage(askId: number, fetch: VectorFetch): Promise<VectorPage> {
  return new Promise((resolve, reject) => {
    const id = fetches++
    fetching.set(id, { resolve, reject })
    post({ type: 'fetch', id, askId, fetch })
  })
}

function makeRoom(): void {
  let bytes = [...held.values()].reduce((sum, rows) => sum + rows.bytes, 0)
  for (const [id, rows] of held) {
    if (bytes <= BUDGET_BYTES || held.size === 1) return
    held.delete(id)
    bytes -= rows.bytes
  }
}

function post(message: FromVectorWorker): void {
  port?.postMessage(message)
}
