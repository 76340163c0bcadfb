import type { Answers } from '@postil/domain/answers/asked-question'
import type { ResponseVersion } from '@postil/domain/outbox/entry'
import { finishBeforeReload } from '../ui/load-code.ts'
import type { KeptEdit, OutboxStore } from './outbox-store.ts'

/**
 * What a user did in one dataset and has not sent, kept on this device from the first key press. Reading is at once;
 * writing goes one after the other, and only the latest state of a record is written.
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

  /** @param facts.base - the response that it changes, as the user saw it */
  keep(
    recordId: string,
    answers: Answers,
    { at = Date.now(), base }: Partial<Pick<KeptEdit, 'at' | 'base'>> = {},
  ): void {
    this.#edits.set(recordId, { userId: this.#userId, datasetId: this.#datasetId, recordId, answers, at, base })
    this.#write(recordId)
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

  /** The user's own answer from this device arrived: what they did on top of it changes that one. */
  rebase(recordId: string, base: ResponseVersion | null): void {
    const edit = this.#edits.get(recordId)
    if (edit) this.keep(recordId, edit.answers, { at: edit.at, base })
  }

  /** The user does not want the edit any more. */
  forget(recordId: string): void {
    if (!this.#edits.delete(recordId)) return
    this.#write(recordId)
  }

  /** The edit became an answer, and was taken off the disk together with storing that. */
  settle(recordId: string): void {
    this.#edits.delete(recordId)
  }

  /** Whether something is not on the disk yet. */
  hasUnwritten(): boolean {
    return this.#isWriting || this.#dirty.size > 0
  }

  /** Told when writing begins and ends. */
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
