import { totalmem } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { QueryPartError } from '@postil/domain/search/index'
import { inTurns } from '../../../workers/in-turns'
import { answerAsk, columnsFor, highlight } from './answer'
import { DatasetIndex, type Fetcher } from './dataset-index'
import type { DatasetAsk, Fetch, Fetched, FromWorker, IndexedDataset, ToWorker } from './protocol'

/**
 * The thread that holds the search indexes of classic datasets. It has no store of its own: rows are asked of the HTTP thread, page by page.
 * An index is a copy that can be thrown away: those unused for long go, and the least recently used when together they take more than the
 * budget. One dataset alone may take more than that, else it could not be searched at all.
 */
const BUDGET_BYTES = Math.min(1024 ** 3, (process.constrainedMemory() || totalmem()) / 4)
const UNUSED_MINUTES = 30

const port = parentPort
if (!port) throw new Error('The index worker runs in a worker thread only.')

/** In the order of use: the first is the one longest unused. */
const indexes = new Map<string, DatasetIndex>()
const lastUsedMs = new WeakMap<DatasetIndex, number>()
/** Questions about one dataset take turns, since each may change its index. */
const inTurn = inTurns()
const fetching = new Map<number, { resolve(rows: Fetched[keyof Fetched]): void; reject(cause: Error): void }>()
let fetches = 0

port.on('message', (message: ToWorker) => {
  switch (message.type) {
    case 'fetched':
      fetching.get(message.id)?.resolve(message.rows)
      fetching.delete(message.id)
      return
    case 'fetchFailed':
      fetching.get(message.id)?.reject(new Error(message.message))
      fetching.delete(message.id)
      return
    case 'ask': {
      const { id, dataset, ask } = message
      const answering = dataset
        ? inTurn(dataset.id, () => answer(id, dataset, ask))
        : Promise.resolve().then(() => highlight(ask))
      answering.then(
        (found) => post({ type: 'answer', id, answer: found }),
        (cause: unknown) =>
          post({
            type: 'failure',
            id,
            message: cause instanceof Error ? cause.message : String(cause),
            part: cause instanceof QueryPartError,
          }),
      )
    }
  }
})

async function answer(askId: number, dataset: IndexedDataset, ask: DatasetAsk): Promise<unknown> {
  const fetch = fetcherFor(askId, dataset.id)
  const index = indexes.get(dataset.id) ?? new DatasetIndex()
  // Out of the map while it changes: an index that failed half-way is not used again.
  indexes.delete(dataset.id)
  try {
    const found = await settledAnswer(index, dataset, ask, fetch)
    keep(dataset.id, index)
    return found
  } catch (cause) {
    // Nothing is wrong with the index when the query is at fault.
    if (cause instanceof QueryPartError) keep(dataset.id, index)
    throw cause
  }
}

async function settledAnswer(
  index: DatasetIndex,
  { version, task }: IndexedDataset,
  ask: DatasetAsk,
  fetch: Fetcher,
): Promise<unknown> {
  // Into a new index the records come in one walk, for all columns that this question needs.
  if (index.size === 0) await index.ensure(columnsFor(task, ask), fetch)
  await index.catchUp(version, fetch)
  let found = await answerAsk(index, task, ask, fetch)
  // Writers may have been at work while rows were read; what they changed is read once more.
  for (let round = 0; round < 5 && !index.isSettled; round += 1) {
    await index.catchUp(version, fetch)
    found = await answerAsk(index, task, ask, fetch)
  }
  return found
}

function keep(id: string, index: DatasetIndex): void {
  lastUsedMs.set(index, performance.now())
  if (!index.isWorn) indexes.set(id, index)
  makeRoom()
}

setInterval(() => {
  const longAgoMs = performance.now() - UNUSED_MINUTES * 60_000
  for (const [id, index] of indexes) if ((lastUsedMs.get(index) ?? 0) < longAgoMs) indexes.delete(id)
}, 60_000).unref()

function makeRoom(): void {
  let bytes = [...indexes.values()].reduce((sum, index) => sum + index.bytes, 0)
  for (const [id, index] of indexes) {
    if (bytes <= BUDGET_BYTES || indexes.size === 1) return
    indexes.delete(id)
    bytes -= index.bytes
  }
}

function fetcherFor(askId: number, datasetId: string): Fetcher {
  return <F extends Fetch>(fetch: F) =>
    new Promise<Fetched[F['what']]>((resolve, reject) => {
      const id = fetches++
      fetching.set(id, { resolve: (rows) => resolve(rows as Fetched[F['what']]), reject })
      post({ type: 'fetch', id, askId, datasetId, fetch })
    })
}

function post(message: FromWorker): void {
  port?.postMessage(message)
}
