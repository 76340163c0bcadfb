import { Worker } from 'node:worker_threads'
import { Transaction } from 'kysely'
import { assertMayAskThreads } from '../db/engines/run-elsewhere'
import type { Db } from '../db/tables'
import { AppError } from '../errors'
import { type FromIndexThread, messageOf, type ToIndexThread } from './index-messages'
import { workerFile, YOUNG_MB } from './worker-file'

/** Maximum wait for a reply. An index that takes longer to fill continues to be filled for later queries. */
const ANSWER_SECONDS = 120

/** Options of one kind of index on the HTTP thread. */
export interface IndexThreadOptions<Fetch, Page> {
  /** The worker's file name, without extensions. */
  file: string
  /** Its name at the start of a sentence: "The search index". */
  title: string
  /** Queries wait as long as an answer takes, or until the thread stops: for work that no request waits for. */
  isPatient?: boolean
  /** Read a page of rows with which the index is filled. */
  read(db: Db, fetch: Fetch): Promise<Page>
  /** Buffers of a page to transfer instead of copying. */
  handsOver?(page: Page): ArrayBuffer[]
  /** The error for a query that the index refuses. */
  refusal?(message: string): Error
}

interface Waiting<Answer> {
  db: Db | undefined
  resolve(answer: Answer): void
  reject(cause: unknown): void
  timer: NodeJS.Timeout | undefined
}

/** The client of an index thread on the HTTP thread: one per process, started on first use. */
export class IndexThread<Ask, Answer, Fetch, Page> {
  private readonly waiting = new Map<number, Waiting<Answer>>()
  private asked = 0
  private worker: Worker | undefined

  constructor(private readonly options: IndexThreadOptions<Fetch, Page>) {}

  /**
   * Rejects with `RunElsewhere` in a thread of the store.
   *
   * @param db - the connection for reading rows on behalf of this query, never a transaction, which would be held meanwhile; absent: none
   *   are read
   */
  ask(ask: Ask, db?: Db): Promise<Answer> {
    const id = this.asked++
    return new Promise((resolve, reject) => {
      assertMayAskThreads()
      if (db instanceof Transaction) throw new Error(`${this.options.title} was asked inside a transaction.`)
      const timer = this.options.isPatient ? undefined : setTimeout(() => this.giveUp(id), ANSWER_SECONDS * 1000)
      timer?.unref()
      this.waiting.set(id, { db, resolve, reject, timer })
      this.tell(this.running(), { type: 'ask', id, ask })
    })
  }

  /** End the thread unless queries are pending, which frees its memory. The next query starts it again. */
  end(): void {
    if (this.waiting.size > 0) return
    void this.worker?.terminate()
    this.worker = undefined
  }

  /** Rows may still be read for an index after its request has ended. */
  private giveUp(id: number): void {
    const found = this.waiting.get(id)
    if (!found?.db) this.waiting.delete(id)
    found?.reject(
      new AppError('unavailable', `${this.options.title} did not answer in time. Try again in a few minutes.`),
    )
  }

  private settle(id: number): Waiting<Answer> | undefined {
    const found = this.waiting.get(id)
    this.waiting.delete(id)
    clearTimeout(found?.timer)
    return found
  }

  /** The thread; restarted after a crash, when its data is read again. */
  private running(): Worker {
    if (this.worker) return this.worker
    const started = new Worker(workerFile(this.options.file), {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB.computing },
    })
    this.worker = started
    // An idle thread must not keep the process alive.
    started.unref()
    started.on('message', (message: FromIndexThread<Answer, Fetch>) => this.receive(started, message))
    const failAll = (cause: Error) => {
      if (this.worker !== started) return
      this.worker = undefined
      for (const id of [...this.waiting.keys()]) this.settle(id)?.reject(cause)
    }
    started.on('error', failAll)
    started.on('exit', () => failAll(new Error(`${this.options.title} stopped.`)))
    return started
  }

  private receive(from: Worker, message: FromIndexThread<Answer, Fetch>): void {
    switch (message.type) {
      case 'answer':
        this.settle(message.id)?.resolve(message.answer)
        return
      case 'failure': {
        const refusal = message.refused ? this.options.refusal?.(message.message) : undefined
        this.settle(message.id)?.reject(refusal ?? new Error(message.message))
        return
      }
      case 'fetch':
        this.feed(from, message.id, message.askId, message.fetch).catch((cause: unknown) => {
          // Recreated here, since errors lose class and code between threads.
          this.settle(message.askId)?.reject(cause)
          this.tell(from, { type: 'fetchFailed', id: message.id, message: messageOf(cause) })
        })
    }
  }

  private async feed(to: Worker, id: number, askId: number, fetch: Fetch): Promise<void> {
    const db = this.waiting.get(askId)?.db
    if (!db) throw new Error('The request is over.')
    const page = await this.options.read(db, fetch)
    this.tell(to, { type: 'fetched', id, page }, this.options.handsOver?.(page))
  }

  private tell(worker: Worker, message: ToIndexThread<Ask, Page>, handedOver: ArrayBuffer[] = []): void {
    worker.postMessage(message, handedOver)
  }
}
