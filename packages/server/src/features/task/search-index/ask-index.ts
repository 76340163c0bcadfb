import { Worker } from 'node:worker_threads'
import { Transaction } from 'kysely'
import type { Db } from '../../../db/tables'
import { workerFile } from '../../../workers/worker-file'
import { invalidTextSearch } from '../task-errors'
import { fetchRows } from './fetch-rows'
import type { Answers, DatasetAsk, FromWorker, HighlightAsk, IndexedDataset, ToWorker } from './protocol'

/** Nobody waits longer for an answer. An index that takes longer to fill goes on being filled, for whoever asks again. */
const ANSWER_SECONDS = 120

interface Waiting {
  db: Db | undefined
  resolve(answer: unknown): void
  reject(cause: Error): void
  timer: NodeJS.Timeout
}

/**
 * Ask the search index of a classic dataset. It first reads what was committed up to the given version, through `db`.
 * Throws `InvalidTextSearchError` for a query that takes too much work.
 */
export function askIndex<A extends DatasetAsk>(db: Db, dataset: IndexedDataset, ask: A): Promise<Answers[A['op']]> {
  return send(db, (id) => ({ type: 'ask', id, dataset, ask })) as Promise<Answers[A['op']]>
}

/** Mark what a query matched in some records' texts, off the HTTP thread. */
export function askHighlight(ask: HighlightAsk): Promise<string[][]> {
  return send(undefined, (id) => ({ type: 'ask', id, dataset: undefined, ask })) as Promise<string[][]>
}

const waiting = new Map<number, Waiting>()
let asked = 0
let worker: Worker | undefined

function send(db: Db | undefined, make: (id: number) => ToWorker): Promise<unknown> {
  const id = asked++
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => giveUp(id), ANSWER_SECONDS * 1000)
    timer.unref()
    waiting.set(id, { db, resolve, reject, timer })
    runningWorker().postMessage(make(id))
  })
}

/** Rows may still be read for an index whose asker has gone; but not through a transaction, which ends with its request. */
function giveUp(id: number): void {
  const found = waiting.get(id)
  if (found?.db instanceof Transaction || !found?.db) waiting.delete(id)
  found?.reject(new Error('The search index did not answer in time.'))
}

function settle(id: number): Waiting | undefined {
  const found = waiting.get(id)
  waiting.delete(id)
  if (found) clearTimeout(found.timer)
  return found
}

/** One thread for the whole process, started when first needed, and again when it has died: what it knew is read anew. */
function runningWorker(): Worker {
  if (worker) return worker
  const started = new Worker(workerFile('task-index'))
  worker = started
  // The process may end while the thread has nothing to do.
  started.unref()
  started.on('message', receive)
  const failAll = (cause: Error) => {
    if (worker !== started) return
    worker = undefined
    for (const id of [...waiting.keys()]) settle(id)?.reject(cause)
  }
  started.on('error', failAll)
  started.on('exit', () => failAll(new Error('The search index stopped.')))
  return started
}

function receive(message: FromWorker): void {
  switch (message.type) {
    case 'answer':
      settle(message.id)?.resolve(message.answer)
      return
    case 'failure':
      settle(message.id)?.reject(message.part ? invalidTextSearch(message.message) : new Error(message.message))
      return
    case 'fetch': {
      const { id, askId, datasetId, fetch } = message
      const db = waiting.get(askId)?.db
      if (!db) {
        tell({ type: 'fetchFailed', id, message: 'The request is over.' })
        return
      }
      fetchRows(db, datasetId, fetch).then(
        (rows) => tell({ type: 'fetched', id, rows }),
        (cause: unknown) =>
          tell({ type: 'fetchFailed', id, message: cause instanceof Error ? cause.message : String(cause) }),
      )
    }
  }
}

function tell(message: ToWorker): void {
  worker?.postMessage(message)
}
