import { Worker } from 'node:worker_threads'
import type { Db } from '../../db/tables'
import { workerFile } from '../../workers/worker-file'
import { fetchVectors } from './fetch-vectors'
import type { FromVectorWorker, Nearest, NearestAsk, ToVectorWorker } from './protocol'

/** An answer that takes longer is a defect, and must not hold its request for ever. */
const ANSWER_SECONDS = 120

interface Waiting {
  db: Db
  resolve(answer: Nearest): void
  reject(cause: Error): void
  timer: NodeJS.Timeout
}

const waiting = new Map<number, Waiting>()
let asked = 0
let worker: Worker | undefined

/** Ask the thread that holds vectors; it first reads what was committed up to the version asked for, through `db`. */
export function askNearest(db: Db, ask: NearestAsk): Promise<Nearest> {
  const id = asked++
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => settle(id)?.reject(new Error('The vector index did not answer in time.')),
      ANSWER_SECONDS * 1000,
    )
    timer.unref()
    waiting.set(id, { db, resolve, reject, timer })
    const message: ToVectorWorker = { type: 'ask', id, ask }
    runningWorker().postMessage(message)
  })
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
  const started = new Worker(workerFile('vector-index'))
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
  started.on('exit', () => failAll(new Error('The vector index stopped.')))
  return started
}

function receive(message: FromVectorWorker): void {
  switch (message.type) {
    case 'answer':
      settle(message.id)?.resolve(message.answer)
      return
    case 'failure':
      settle(message.id)?.reject(new Error(message.message))
      return
    case 'fetch': {
      const { id, askId, fetch } = message
      const db = waiting.get(askId)?.db
      if (!db) {
        worker?.postMessage({ type: 'fetchFailed', id, message: 'The request is over.' } satisfies ToVectorWorker)
        return
      }
      fetchVectors(db, fetch).then(
        (page) => worker?.postMessage({ type: 'fetched', id, page } satisfies ToVectorWorker, [page.bytes.buffer]),
        (cause: unknown) =>
          worker?.postMessage({
            type: 'fetchFailed',
            id,
            message: cause instanceof Error ? cause.message : String(cause),
          } satisfies ToVectorWorker),
      )
    }
  }
}
