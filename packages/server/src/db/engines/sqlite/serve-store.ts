import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { largeBuffers } from '../../../workers/large-buffers'
import { lowerThreadPriority } from '../../../workers/thread-priority'
import { followClock, nowMicros } from '../../clock'
import { becomeStoreThread } from '../run-elsewhere'
import { type Done, failureOf, runGroup } from './group-commit'
import { LocalConnection } from './local-connection'
import { type OpenStore, openDatabase } from './open-database'
import type { Ask, CallAsk, CallRunner, Connection, FromWorker, Hello, ToWorker, WorkerOptions } from './protocol'

/** Answers of a reader thread are sent in one message as long as they take at most this many milliseconds together. */
const REPLY_MS = 4

/** Loads the code that runs calls. Loaded with the first call, since it is most of the server, which costs memory and start-up time. */
export type LoadRunner = (connection: Connection, options: WorkerOptions) => Promise<CallRunner>

/**
 * Run this thread with one SQLite connection. The writer has the only connection that writes and, for as long as the process lives, locks a
 * file beside the database, so that a second server on the same folder is refused.
 */
export function serveStore(loadRunner: LoadRunner): void {
  const port = parentPort
  if (!port) throw new Error('The SQLite worker runs in a worker thread only.')
  const options: WorkerOptions = workerData
  becomeStoreThread()
  if (options.mode !== 'writer') lowerThreadPriority()
  const hello = (message: Hello) => port.postMessage(message)

  let store: OpenStore
  try {
    store = openDatabase(options)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    hello({ ready: false, message, inUse: /locked|busy/i.test(message) })
    return
  }
  hello({ ready: true, opened: store.files.opened })

  const connection = new LocalConnection(store.database)
  let loading: Promise<CallRunner> | undefined
  const runner = () => {
    loading ??= loadRunner(connection, options).catch((cause) => {
      // This call gets the error; the next one tries again.
      loading = undefined
      throw cause
    })
    return loading
  }
  const post = (group: readonly Done[]) => {
    const message: FromWorker = { answers: group.map(({ answer }) => answer), clock: nowMicros() }
    port.postMessage(
      message,
      group.flatMap(({ transfer }) => transfer ?? []),
    )
  }
  /** Writes that have not run yet. */
  const writes: CallAsk[] = []
  let isWriting = false
  let isClosing = false
  const close = () => {
    store.database.close()
    store.lock?.close()
    port.close()
  }
  port.on('message', receive)

  function receive(message: ToWorker): void {
    switch (message.type) {
      case 'statements':
        post(message.asks.map(runStatement))
        break
      case 'calls':
        followClock(message.clock)
        if (options.mode === 'writer') void write(message.asks)
        else void read(message.asks)
        break
      case 'close':
        isClosing = true
        if (!isWriting) close()
    }
  }

  /** Receive what was sent while this thread was busy, so that writes that came meanwhile are in the next group. */
  const receiveRest = () => {
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) receive(next.message)
  }

  function runStatement({ id, sql, params }: Ask): Done {
    try {
      store.files.assertSame()
      const found = connection.run(sql, params)
      const transfer = found.rows.flatMap((row) => largeBuffers(Object.values(row)))
      return { answer: { id, ...found }, transfer }
    } catch (cause) {
      return { answer: failureOf(id, cause) }
    }
  }

  async function write(asks: readonly CallAsk[]): Promise<void> {
    writes.push(...asks)
    if (isWriting) return
    isWriting = true
    try {
      const run = await runner()
      while (writes.length > 0) {
        store.files.assertSame()
        const done = await runGroup(connection, run, writes)
        writes.splice(0, done.length)
        post(done)
        receiveRest()
      }
    } catch (cause) {
      post(writes.splice(0).map(({ id }) => ({ answer: failureOf(id, cause) })))
    }
    isWriting = false
    if (isClosing) close()
  }

  async function read(asks: readonly CallAsk[]): Promise<void> {
    let left = asks
    const settle = (group: Done[]) => {
      post(group)
      left = left.slice(group.length)
    }
    try {
      const run = await runner()
      store.files.assertSame()
      let done: Done[] = []
      let settledMs = performance.now()
      for (const { id, call } of asks) {
        const { outcome, transfer } = await run(call)
        done.push({ answer: { id, outcome }, transfer })
        if (performance.now() - settledMs < REPLY_MS) continue
        settle(done)
        done = []
        settledMs = performance.now()
      }
      if (done.length > 0) settle(done)
    } catch (cause) {
      settle(left.map(({ id }) => ({ answer: failureOf(id, cause) })))
    }
  }
}
