import { Worker } from 'node:worker_threads'
import { workerFile } from '../../../workers/worker-file'
import { StoreError } from '../engine'
import type { FileIdentity } from './file-identity'
import type { Answer, Ask, Hello, WorkerOptions } from './protocol'

/** A failed statement, with SQLite's message and our code. */
export class SqliteError extends Error {
  override name = 'SqliteError'
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message)
  }
}

interface Waiting {
  resolve(answer: Extract<Answer, { rows: unknown }>): void
  reject(cause: Error): void
}

/**
 * The HTTP thread's end of one SQLite worker: statements go out in order, answers come back by id. What is asked in one turn of the event
 * loop goes out, and comes back, as one message: passing a message costs more than most statements.
 */
export class SqliteWorker {
  private readonly waiting = new Map<number, Waiting>()
  private unsent: Ask[] = []
  private nextId = 0
  private closed = false

  private constructor(
    private readonly worker: Worker,
    /** The files that the worker has opened. */
    readonly opened: FileIdentity,
  ) {}

  /** Start a worker and wait until its database is open. Throws `StoreError` when another process holds it. */
  static async open(options: WorkerOptions): Promise<SqliteWorker> {
    // A worker passes rows on and keeps nothing: a small young heap saves memory and costs no time.
    const worker = new Worker(workerFile('sqlite'), {
      workerData: options,
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    const hello = await new Promise<Hello>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    if (!hello.ready) {
      await worker.terminate()
      if (hello.inUse)
        throw new StoreError(`Another Postil server is using ${options.file}. Stop it first, or set POSTIL_HOME.`)
      throw new StoreError(`Cannot open ${options.file}: ${hello.message}`)
    }
    const client = new SqliteWorker(worker, hello.opened)
    worker.on('message', (answers: Answer[]) => {
      for (const answer of answers) client.settle(answer)
    })
    worker.on('error', (cause) => client.failAll(cause))
    worker.on('exit', () => client.failAll(new SqliteError('The SQLite worker stopped.', 'SQLITE_CLOSED')))
    return client
  }

  /** How many statements are on their way: readers are chosen by it. */
  get load(): number {
    return this.waiting.size
  }

  /** True while statements are gathered for the next message, and none is under way before them. */
  get isGathering(): boolean {
    return this.unsent.length > 0 && this.waiting.size === this.unsent.length
  }

  run(sql: string, params: readonly unknown[]): Promise<Extract<Answer, { rows: unknown }>> {
    if (this.closed) return Promise.reject(new SqliteError('The store is closed.', 'SQLITE_CLOSED'))
    const ask: Ask = { id: this.nextId++, sql, params: params.map(bindable) }
    return new Promise((resolve, reject) => {
      this.waiting.set(ask.id, { resolve, reject })
      if (this.unsent.push(ask) === 1) process.nextTick(() => this.send())
    })
  }

  async close(): Promise<void> {
    if (this.closed) return
    this.closed = true
    const exited = new Promise<void>((resolve) => this.worker.once('exit', () => resolve()))
    this.worker.postMessage('close')
    await exited
  }

  private send(): void {
    const asks = this.unsent
    this.unsent = []
    try {
      this.worker.postMessage(asks)
    } catch (cause) {
      // A parameter that cannot cross threads; thrown here it would end the process.
      for (const { id } of asks)
        this.settle({
          id,
          failure: { message: cause instanceof Error ? cause.message : String(cause), code: 'SQLITE_MISUSE' },
        })
    }
  }

  private settle(answer: Answer): void {
    const waiting = this.waiting.get(answer.id)
    this.waiting.delete(answer.id)
    if ('failure' in answer) waiting?.reject(new SqliteError(answer.failure.message, answer.failure.code))
    else waiting?.resolve(answer)
  }

  private failAll(cause: Error): void {
    for (const waiting of this.waiting.values()) waiting.reject(cause)
    this.waiting.clear()
  }
}

function bindable(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  return value === undefined ? null : value
}
