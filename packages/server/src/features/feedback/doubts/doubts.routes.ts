import { randomUUID } from 'node:crypto'
import { type DatasetDoubts, type DoubtReply, doubtRoutes } from '@postil/contract/feedback/team/doubts'
import type { SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import { lockRecord } from '../../../db/engines/lock-records'
import { about, logEvent } from '../../../db/events'
import type { Db, DoubtTable, Tx } from '../../../db/tables'
import { NotFoundError } from '../../../errors'
import { handle } from '../../../http/calls/handle'
import { selectNames } from '../../account/users/select-names'
import { readHeadings } from '../agreement/agreement.service'
import { assertAsKnown } from '../common/as-known'
import type { StoredRecord } from '../common/stored-record'
import { countTeamChange } from '../datasets/dataset-stats'
import { seenBy } from '../resolutions/seen-resolutions'
import {
  countDoubts,
  deleteDoubtRow,
  findDoubt,
  insertDoubt,
  selectDatasetDoubts,
  selectOwn,
  updateDoubt,
} from './doubts.store'
import { doubtsToWire, doubtToWire } from './doubts.wire'
import { selectDoubts } from './seen-doubts'

export const doubtHandlers = handle(doubtRoutes, {
  listRecordDoubts: async ({ db, user, found }) => {
    const rows = await selectDoubts(db, [found('record').pk], seenBy(user))
    return doubtsToWire(rows, (ids) => selectNames(db, ids))
  },
  saveDoubt: async ({ tx, user, found, body, setStatus }) => {
    const { row, isNew } = await saveDoubt(tx, user, found('record'), body.note)
    setStatus(isNew ? 201 : 200)
    return doubtToWire(row)
  },
  deleteDoubt: async ({ tx, user, found }) => doubtToWire(await deleteDoubt(tx, user, found('record'))),
  noteDoubtSeen: async ({ tx, user, found }) => {
    await noteSeen(tx, user, found('record'))
    return undefined
  },
  replyToDoubt: async ({ tx, user, found, params, body, query }) =>
    doubtToWire(await replyToDoubt(tx, user, found('record'), params.doubt_id, body, query.updated_at)),
  listDatasetDoubts: ({ db, found }) => listDatasetDoubts(db, found('dataset').id),
  listMyDoubts: async ({ db, user, found }) => {
    const rows = await selectOwn(db, found('dataset').id, user.id)
    return doubtsToWire(rows, (ids) => selectNames(db, ids))
  },
})

/** Save a user's doubt about a record. A new note reopens a closed doubt; saving the same note of an open one has no effect. */
async function saveDoubt(
  tx: Tx,
  user: SessionUser,
  record: StoredRecord,
  note: string,
): Promise<{ row: DoubtTable; isNew: boolean }> {
  await lockRecord(tx, record)
  const before = await findDoubt(tx, record.pk, { userId: user.id })
  const now = nowMicros()
  if (before) {
    if (before.note === note && before.resolved_at === null) return { row: before, isNew: false }
    const row = { ...before, note, updated_at: now, resolved_at: null, resolved_by: null, seen_at: null }
    await change(tx, user, before, row)
    return { row, isNew: false }
  }
  const row: DoubtTable = {
    id: randomUUID(),
    dataset_id: record.dataset_id,
    record_pk: record.pk,
    record_id: record.id,
    user_id: user.id,
    note,
    inserted_at: now,
    updated_at: now,
    reply: null,
    resolved_at: null,
    resolved_by: null,
    seen_at: null,
  }
  await insertDoubt(tx, row)
  await logEvent(tx, { ...about(user, row), kind: 'doubt.create', after: doubtToWire(row) })
  await countTeamChange(tx, row.dataset_id, 'doubt')
  return { row, isNew: true }
}

/**
 * Delete a user's doubt about a record.
 *
 * @throws NotFoundError when there is none
 */
async function deleteDoubt(tx: Tx, user: SessionUser, record: StoredRecord): Promise<DoubtTable> {
  await lockRecord(tx, record)
  const row = await findDoubt(tx, record.pk, { userId: user.id })
  if (!row) throw new NotFoundError(`You have no doubt about record \`${record.id}\``)
  await deleteDoubtRow(tx, row.id)
  await logEvent(tx, { ...about(user, row), kind: 'doubt.delete', before: doubtToWire(row) })
  await countTeamChange(tx, row.dataset_id, 'doubt')
  return row
}

/**
 * Close a doubt, with or without a reply, or reopen it.
 *
 * @param knownAs - the `updated_at` that the caller last read
 * @throws NotFoundError when the record has no such doubt
 * @throws ConflictError when its note or reply was changed since the caller read it
 */
async function replyToDoubt(
  tx: Tx,
  user: SessionUser,
  record: StoredRecord,
  id: string,
  { reply = null, is_resolved }: DoubtReply,
  knownAs?: string,
): Promise<DoubtTable> {
  await lockRecord(tx, record)
  const before = await findDoubt(tx, record.pk, { id })
  if (!before) throw new NotFoundError(`Doubt with id \`${id}\` not found`)
  assertAsKnown(before, knownAs, `Doubt with id \`${id}\``)
  const now = nowMicros()
  const resolved = is_resolved ? { resolved_at: now, resolved_by: user.id } : { resolved_at: null, resolved_by: null }
  const row = { ...before, reply, ...resolved, updated_at: now, seen_at: null }
  await change(tx, user, before, row)
  return row
}

/** Record that the author of a closed doubt has seen that it was closed. */
async function noteSeen(tx: Tx, user: SessionUser, record: StoredRecord): Promise<void> {
  await lockRecord(tx, record)
  const before = await findDoubt(tx, record.pk, { userId: user.id })
  if (before && before.resolved_at !== null && before.seen_at === null)
    await updateDoubt(tx, { ...before, seen_at: nowMicros() })
}

/** The doubts in a dataset, each with the beginning of its record's text. */
async function listDatasetDoubts(db: Db, datasetId: string): Promise<DatasetDoubts> {
  const rows = await selectDatasetDoubts(db, datasetId)
  const [counts, headings, { items, users }] = await Promise.all([
    countDoubts(db, datasetId),
    readHeadings(db, [...new Set(rows.map(({ record_pk }) => record_pk))]),
    doubtsToWire(rows, (ids) => selectNames(db, ids)),
  ])
  const listed = items.flatMap((item, at) => {
    const heading = headings.get(Number(rows[at]?.record_pk))
    // Deleted since the doubts were read.
    return heading ? [{ ...item, external_id: heading.external_id, text: heading.text }] : []
  })
  return { items: listed, users, ...counts }
}

async function change(tx: Tx, user: SessionUser, before: DoubtTable, row: DoubtTable): Promise<void> {
  await updateDoubt(tx, row)
  await logEvent(tx, {
    ...about(user, row),
    kind: 'doubt.update',
    before: doubtToWire(before),
    after: doubtToWire(row),
  })
  await countTeamChange(tx, row.dataset_id, 'doubt')
}
