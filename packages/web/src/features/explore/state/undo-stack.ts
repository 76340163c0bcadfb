import type { AnyRecordBody } from '@postil/contract/task/records'
import { type EditableRecord, recordKey } from '@postil/domain/task-editing/record'
import type { Saving } from './saving.ts'

/** The changes that can be undone, the newest last, and the records of each that were not saved. */
export class UndoStack<Body extends AnyRecordBody> {
  #changes: Saving<Body>[] = []
  #refused = new WeakMap<Saving<Body>, Set<string>>()

  get newest(): Saving<Body> | undefined {
    return this.#changes.at(-1)
  }

  has(saving: Saving<Body>): boolean {
    return this.#changes.includes(saving)
  }

  add(saving: Saving<Body>): void {
    if (isUndoable(saving)) this.#changes.push(saving)
  }

  remove(saving: Saving<Body>): void {
    this.#changes = this.#changes.filter((one) => one !== saving)
  }

  /** Keys of the records of a change that were not saved, to be added to: an undo must not touch what others made of them. */
  refusedOf(saving: Saving<Body>): Set<string> {
    const known = this.#refused.get(saving) ?? new Set()
    this.#refused.set(saving, known)
    return known
  }

  /** From now on no change is undone for a record, since somebody else has changed it. */
  refuse(key: string): void {
    for (const saving of this.#changes) this.refusedOf(saving).add(key)
  }

  /**
   * The change that undoes another: every record that was saved returns to its state before.
   *
   * @param shown - the records of the page, by key: they have the server's current versions
   */
  reverse(saving: Saving<Body>, shown: ReadonlyMap<string, EditableRecord<Body>>): Saving<Body> {
    const refused = this.refusedOf(saving)
    const saved = saving.changes.filter(({ before }) => !refused.has(recordKey(before)))
    const changes = saved.map(({ before, restored, after }) => ({
      before: after,
      restored: after,
      after: {
        ...restored,
        isSelected: before.isSelected,
        body: shown.get(recordKey(before))?.body ?? before.body,
      },
    }))
    // A validated record that got another label stays validated when this is undone.
    const isTakenBack = changes.every(({ after }) => after.status !== changes[0]?.before.status)
    return { about: isTakenBack ? REVERSED[saving.about ?? ''] : undefined, changes }
  }
}

const REVERSED: Readonly<Record<string, 'unvalidated' | 'undiscarded'>> = {
  validated: 'unvalidated',
  discarded: 'undiscarded',
}

/** Whether a change can be undone: not one that undoes another, and none without a message. */
export function isUndoable({ about }: { about: string | undefined }): boolean {
  return about !== undefined && about !== 'unvalidated' && about !== 'undiscarded'
}
