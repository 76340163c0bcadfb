import type { Answers } from '@postil/domain/answers/asked-question'
import type { ResponseVersion } from '@postil/domain/outbox/entry'
import { finishBeforeReload } from '../ui/loading/load-code.ts'
import type { KeptEdit, OutboxStore } from './outbox-store.ts'

/**
 * A user's unsent edits in one dataset, kept on this device from the first key press. Reads are synchronous; writes are
 * sequential, and only the latest state of a record is written.
 */
export class KeptEdits {
  #userId: string
  #datasetId: string
  #store: OutboxStore
  #edits = new Map<string, KeptEdit>()
  #dirty = new Set<string>()
  #isWriting = false
  #listeners = new Set<() => void>()

  constructor(userId: string, datasetId: string, store: OutboxStore) {
    this.#userId = userId
    this.#datasetId = datasetId
    this.#store = store
  }

  async load(): Promise<void> {
    const edits = await this.#store.loadEdits(this.#userId, this.#datasetId).catch(() => [])
    for (const edit of edits) if (!this.#edits.has(edit.recordId)) this.#edits.set(edit.recordId, edit)
  }

  find(recordId: string): KeptEdit | undefined {
    return this.#edits.get(recordId)
  }

  /** @param facts.base - the response being edited, as the user saw it */
  keep(
    recordId: string,
    answers: Answers,
    { at = Date.now(), base }: Partial<Pick<KeptEdit, 'at' | 'base'>> = {},
  ): void {
    this.#edits.set(recordId, { userId: this.#userId, datasetId: this.#datasetId, recordId, answers, at, base })
    this.#write(recordId)
  }

  /** Ids of the records that have unsent edits. */
  recordIds(): string[] {
    return [...this.#edits.keys()]
  }

  /**
   * Keep an edited annotation of a classic record.
   *
   * @param lastUpdated - the version that was edited
   */
  keepAnnotation(recordId: string, annotation: unknown, lastUpdated: string): void {
    const base = { id: recordId, updatedAt: lastUpdated }
    const ids = { userId: this.#userId, datasetId: this.#datasetId, recordId }
    this.#edits.set(recordId, { ...ids, answers: {}, annotation, at: Date.now(), base })
    this.#write(recordId)
  }

  /** The user's own answer from this device was saved: later edits of the record are now based on it. */
  rebase(recordId: string, base: ResponseVersion | null): void {
    const edit = this.#edits.get(recordId)
    if (edit) this.keep(recordId, edit.answers, { at: edit.at, base })
  }

  /** Discard an edit. */
  forget(recordId: string): void {
    if (!this.#edits.delete(recordId)) return
    this.#write(recordId)
  }

  /** The edit became an answer; storing the answer removed it from the disk. */
  settle(recordId: string): void {
    this.#edits.delete(recordId)
  }

  /** Whether a write is pending. */
  hasUnwritten(): boolean {
    return this.#isWriting || this.#dirty.size > 0
  }

  /** Be notified when writing begins and ends. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #write(recordId: string): void {
    this.#dirty.add(recordId)
    if (!this.#isWriting) finishBeforeReload(this.#writeAll())
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true
    for (let [recordId] = this.#dirty; recordId !== undefined; [recordId] = this.#dirty) {
      this.#dirty.delete(recordId)
      const edit = this.#edits.get(recordId)
      const ids = { userId: this.#userId, datasetId: this.#datasetId, recordId }
      // A full disk leaves the edit in memory; the next key press tries again.
      await (edit ? this.#store.putEdit(edit) : this.#store.removeEdit(ids)).catch(() => undefined)
    }
    this.#isWriting = false
    for (const listener of this.#listeners) listener()
  }
}
