import { Worker } from 'node:worker_threads'
import { workerFile, YOUNG_MB } from '../../../workers/worker-file'
import { followClock, nowMicros } from '../../clock'
import { StoreError } from '../engine'
import { bindable } from './driver'
import type { FileIdentity } from './file-identity'
import type { Answer, Ask, CallAsk, FromWorker, Hello, Rows, ToWorker, WorkerOptions } from './protocol'
import { SqliteError } from './sqlite-error'

interface Waiting {
  resolve(answer: Exclude<Answer, { failure: unknown }>): void
  reject(cause: Error): void
}

/**
 * The HTTP thread's side of one thread of the store. Statements and calls are sent in order, and answers are matched by id. Everything
 * requested in one turn of the event loop is sent as one message, and answers are batched as well: a message costs more than most
 * statements.
 */
export class SqliteWorker {
  private readonly waiting = new Map<number, Waiting>()
  private unsent: Ask[] = []
  private unsentCalls: CallAsk[] = []
  private nextId = 0
  private closed = false

  private constructor(
    private readonly worker: Worker,
    /** The files that the worker has opened. */
    readonly opened: FileIdentity,
  ) {}

  /** Start a worker and wait until its database is open. Throws `StoreError`, for instance when another process uses it. */
  static async open(options: WorkerOptions): Promise<SqliteWorker> {
    const worker = new Worker(workerFile('sqlite'), {
      workerData: options,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB[options.mode] },
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
    worker.on('message', ({ answers, clock }: FromWorker) => {
      followClock(clock)
      for (const answer of answers) client.settle(answer)
    })
    worker.on('error', (cause) => client.failAll(cause))
    worker.on('exit', () => client.failAll(new SqliteError('The SQLite worker stopped.', 'SQLITE_CLOSED')))
    return client
  }

  /** The number of unanswered statements and calls, by which a reader is chosen. */
  get load(): number {
    return this.waiting.size
  }

  /** True while statements are gathered for the next message, and nothing sent earlier is unanswered. */
  get isGathering(): boolean {
    return this.unsent.length > 0 && this.waiting.size === this.unsent.length
  }

  async run(sql: string, params: readonly unknown[]): Promise<Rows> {
    const ask: Ask = { id: this.nextId++, sql, params: params.map(bindable) }
    const answer = this.expect(ask.id)
    if (!this.closed && this.unsent.push(ask) === 1) process.nextTick(() => this.sendStatements())
    const found = await answer
    if ('rows' in found) return found
    throw new Error('A statement was answered like a call.')
  }

  /** Run calls in this thread, in this order. Returns one promise for each. */
  call(calls: readonly unknown[]): Promise<unknown>[] {
    const asks = calls.map((call): CallAsk => ({ id: this.nextId++, call }))
    const outcomes = asks.map((ask) => this.outcomeOf(ask))
    if (!this.closed) this.sendCalls(asks)
    return outcomes
  }

  /** Run one call, sent in one message with the calls of other requests that arrive in the same turn of the event loop. */
  callSoon(call: unknown): Promise<unknown> {
    const ask: CallAsk = { id: this.nextId++, call }
    if (!this.closed && this.unsentCalls.push(ask) === 1)
      setImmediate(() => {
        const asks = this.unsentCalls
        this.unsentCalls = []
        this.sendCalls(asks)
      })
    return this.outcomeOf(ask)
  }

  async close(): Promise<void> {
    if (this.closed) return
    this.closed = true
    const exited = new Promise<void>((resolve) => this.worker.once('exit', () => resolve()))
    const message: ToWorker = { type: 'close' }
    this.worker.postMessage(message)
    await exited
  }

  private expect(id: number): Promise<Exclude<Answer, { failure: unknown }>> {
    if (this.closed) return Promise.reject(new SqliteError('The store is closed.', 'SQLITE_CLOSED'))
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
    })
  }

  private sendStatements(): void {
    const asks = this.unsent
    this.unsent = []
    this.send({ type: 'statements', asks }, asks)
  }

  private async outcomeOf({ id }: CallAsk): Promise<unknown> {
    const answer = await this.expect(id)
    if ('outcome' in answer) return answer.outcome
    throw new Error('A call was answered like a statement.')
  }

  private sendCalls(asks: CallAsk[]): void {
    this.send({ type: 'calls', asks, clock: nowMicros() }, asks)
  }

  private send(message: ToWorker, asks: readonly { id: number }[]): void {
    try {
      this.worker.postMessage(message)
    } catch (cause) {
      // The message contains something that cannot be posted to a thread. Thrown here, the error would end the process.
      const failure = { message: cause instanceof Error ? cause.message : String(cause), code: 'SQLITE_MISUSE' }
      for (const { id } of asks) this.settle({ id, failure })
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
