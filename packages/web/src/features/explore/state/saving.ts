import type { AnyRecordBody } from '@postil/contract/task/records'
import { type OutboxEntry, unsentFor } from '@postil/domain/outbox/index'
import type { SavedAs } from '@postil/domain/task-editing/notices'
import { type EditableRecord, openRecord, recordKey } from '@postil/domain/task-editing/record'
import { reset } from '@postil/domain/task-editing/transitions'
import { searchTaskRecords, type TaskPlace } from '../../../api/classic/task-records.ts'
import type { Outbox } from '../../../local/outbox.ts'
import type { Board } from './use-board.ts'

/** One record before and after a change. */
export interface Changed<Body extends AnyRecordBody> {
  before: EditableRecord<Body>
  /** The record before without its unsaved edits: what an undo restores. */
  restored: EditableRecord<Body>
  after: EditableRecord<Body>
}

/** A change of records. */
export interface Saving<Body extends AnyRecordBody> {
  /** The name of the change in the success message; undefined: no message. */
  about: SavedAs | undefined
  changes: readonly Changed<Body>[]
  /** The change is a batch of a larger one, which reports the result of all batches. */
  isQuiet?: boolean
}

/**
 * The changes that an update makes; records for which it returns nothing stay as they are.
 *
 * @param restore - returns a record without its unsaved edits
 */
export function changesOf<Body extends AnyRecordBody>(
  records: readonly EditableRecord<Body>[],
  update: (record: EditableRecord<Body>) => EditableRecord<Body> | undefined,
  restore: (record: EditableRecord<Body>) => EditableRecord<Body>,
): Changed<Body>[] {
  return records.flatMap((before) => {
    const after = update(before)
    return after ? [{ before, restored: restore(before), after }] : []
  })
}

/** Why the last edit of a record was not saved. */
export type Problem = NonNullable<OutboxEntry['refusal']> & { entryId: string; edit: NonNullable<OutboxEntry['edit']> }

/** Key of a record in the outbox. */
export function outboxKey(place: TaskPlace, key: string): string {
  return `${datasetKey(place)}/${key}`
}

/** Key of a dataset in the outbox. */
export function datasetKey({ workspace, name }: TaskPlace): string {
  return `${workspace}.${name}`
}

/** A record without its unsaved edits: as the server has it, or with the user's last change if that is still being sent. */
export function withoutEdits<Body extends AnyRecordBody>(
  outbox: Outbox,
  place: TaskPlace,
  record: EditableRecord<Body>,
): EditableRecord<Body> {
  const sent = unsentFor(outbox.getState(), outboxKey(place, recordKey(record)))?.edit?.record
  return reset(record, sent && { status: sent.status, annotation: sent.annotation as Body['annotation'] })
}

/** Maximum number of records per request. */
export const STEP = 500

/** The server's current versions of records, by key. They also replace those on the screen. */
export async function fetchTheirs<Body extends AnyRecordBody>(
  place: TaskPlace,
  board: Board<Body>,
  all: readonly Body['id'][],
): Promise<ReadonlyMap<string, Body>> {
  const theirs = new Map<string, Body>()
  for (let at = 0; at < all.length; at += STEP) {
    const ids = all.slice(at, at + STEP)
    const found = await searchTaskRecords<Body>(place, { query: { ids }, sort: [], from: 0, limit: ids.length })
    for (const body of found.records) theirs.set(recordKey(openRecord(body)), body)
  }
  board.change(new Set(theirs.keys()), (record) => openRecord(theirs.get(recordKey(record)) ?? record.body))
  return theirs
}
