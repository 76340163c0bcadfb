import type { OutboxEntry, ResponseVersion } from '@postil/domain/outbox/entry'

/** The answers that a user has given on this page, or that were shown when it opened: later answers are based on their results. */
export class OwnAnswers {
  #ids = new Set<string>()
  /** Their results on the server, by record id. */
  #delivered = new Map<string, ResponseVersion>()
  /** Ids of the responses that they deleted. */
  #deleted = new Set<string>()

  add(id: string): void {
    this.#ids.add(id)
  }

  has({ id }: OutboxEntry): boolean {
    return this.#ids.has(id)
  }

  /** The response that the user saw, or the result of their own later answers. */
  latest(recordId: string, seen: ResponseVersion | null): ResponseVersion | null {
    const base = seen && this.#deleted.has(seen.id) ? null : seen
    const own = this.#delivered.get(recordId)
    return own && (!base || base.updatedAt < own.updatedAt) ? own : base
  }

  /** @param version - what the server has now; null after a deletion */
  noteDelivered({ recordId, responseId }: OutboxEntry, version: ResponseVersion | null): void {
    if (version) {
      this.#delivered.set(recordId, version)
      return
    }
    this.#delivered.delete(recordId)
    if (responseId !== null) this.#deleted.add(responseId)
  }
}
