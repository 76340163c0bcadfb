import type { OptionChange } from '@postil/contract/options'
import { type Relabel, relabelOf } from '@postil/domain/options/option-list'
import { sql } from 'kysely'
import { findsAny } from '../../db/finds-any'
import { insertRows } from '../../db/insert-rows'
import type { Db, OptionChangeTable, Tx } from '../../db/tables'
import { fitting } from '../../http/bodies/reply-size'
import type { OptionOwner, ReplacedRow } from './option-owner'

export type StoredChange = Required<OptionChangeTable>
type Owned = Pick<OptionOwner, 'datasetId' | 'questionId'>

/** The latest changes of an owner, newest first. */
export function selectChanges(db: Db, { datasetId, questionId }: Owned, limit: number): Promise<StoredChange[]> {
  return db
    .selectFrom('option_changes')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .where('question_id', questionId === null ? 'is' : '=', questionId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute() as Promise<StoredChange[]>
}

/** The newest change that was not undone. */
export function selectLatest(db: Db, { datasetId, questionId }: Owned): Promise<StoredChange | undefined> {
  return db
    .selectFrom('option_changes')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .where('question_id', questionId === null ? 'is' : '=', questionId)
    .where('state', '!=', 'undone')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst() as Promise<StoredChange | undefined>
}

/** A change that is still being applied or undone. */
export function findOpen(db: Db, id: string): Promise<StoredChange | undefined> {
  return db
    .selectFrom('option_changes')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', ['running', 'undoing'])
    .executeTakeFirst() as Promise<StoredChange | undefined>
}

export async function insertChange(tx: Tx, row: OptionChangeTable): Promise<void> {
  await tx.insertInto('option_changes').values(row).execute()
}

/** Lock a change until the end of the transaction: two servers on one database may both process it. */
export function holdChange(tx: Tx, id: string): Promise<StoredChange | undefined> {
  return tx
    .updateTable('option_changes')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst() as Promise<StoredChange | undefined>
}

export async function updateChange(tx: Tx, id: string, changed: Partial<OptionChangeTable>): Promise<void> {
  await tx.updateTable('option_changes').set(changed).where('id', '=', id).execute()
}

/** Delete a change with all the values kept for its undo. */
export async function deleteChange(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('option_changes').where('id', '=', id).execute()
}

/** Store what a change replaced. Values stored before keep their first state. */
export async function insertReplaced(tx: Tx, changeId: string, rows: readonly ReplacedRow[]): Promise<void> {
  const known = new Set<string>()
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const keys = rows.filter((row) => row.kind === kind).map(({ key }) => key)
    const there = await tx
      .selectFrom('option_change_rows')
      .select('key')
      .where('change_id', '=', changeId)
      .where('kind', '=', kind)
      .where('key', 'in', keys)
      .execute()
    for (const { key } of there) known.add(`${kind} ${key}`)
  }
  const isKnown = ({ kind, key }: ReplacedRow) => known.has(`${kind} ${key}`)
  const fresh = rows.filter((row) => !isKnown(row)).map((row) => ({ ...row, change_id: changeId }))
  await insertRows(tx, 'option_change_rows', fresh)
  for (const { kind, key, mark } of rows.filter(isKnown))
    await tx
      .updateTable('option_change_rows')
      .set({ mark })
      .where('change_id', '=', changeId)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .execute()
}

/** Whether some replaced values are still to be restored. */
export async function hasReplaced(db: Db, changeId: string): Promise<boolean> {
  return findsAny(db.selectFrom('option_change_rows').select('key').where('change_id', '=', changeId))
}

/** Some of what a change replaced: fewer where it is large. */
export async function selectReplaced(tx: Tx, changeId: string, limit: number): Promise<ReplacedRow[]> {
  const first = tx.selectFrom('option_change_rows').where('change_id', '=', changeId).orderBy('kind').orderBy('key')
  const sizes = await first.select(sql<number>`octet_length(before)`.as('bytes')).limit(limit).execute()
  const fits = fitting(sizes.map(({ bytes }) => bytes))
  return first.select(['kind', 'key', 'before', 'mark']).limit(fits).execute()
}

export async function deleteReplaced(tx: Tx, changeId: string, rows: readonly ReplacedRow[]): Promise<void> {
  for (const kind of new Set(rows.map((row) => row.kind)))
    await tx
      .deleteFrom('option_change_rows')
      .where('change_id', '=', changeId)
      .where('kind', '=', kind)
      .where(
        'key',
        'in',
        rows.filter((row) => row.kind === kind).map(({ key }) => key),
      )
      .execute()
}

/**
 * Delete a batch of the values replaced by changes older than this time.
 *
 * @returns the number of deleted rows; 0 when there is nothing left
 */
export async function forgetReplaced(tx: Tx, before: number, limit: number): Promise<number> {
  const done = await sql`delete from option_change_rows where (change_id, kind, key) in (
    select change_id, option_change_rows.kind, key from option_change_rows
    join option_changes on option_changes.id = change_id
    where option_changes.inserted_at < ${before} and option_changes.state in ('done', 'undone') limit ${limit})`.execute(
    tx,
  )
  return Number(done.numAffectedRows ?? 0)
}

/**
 * Delete a batch of the values replaced by all changes of a dataset, which is being deleted.
 *
 * @returns the number of deleted rows; 0 when there is nothing left
 */
export async function deleteReplacedOf(tx: Tx, datasetId: string, limit: number): Promise<number> {
  const done = await sql`delete from option_change_rows where (change_id, kind, key) in (
    select change_id, option_change_rows.kind, key from option_change_rows
    join option_changes on option_changes.id = change_id
    where option_changes.dataset_id = ${datasetId} limit ${limit})`.execute(tx)
  return Number(done.numAffectedRows ?? 0)
}

/** A replacement of an option in answers. */
export interface Renaming extends Relabel {
  /** Null for a label of a classic dataset. */
  questionId: string | null
  /** When it had reached all records (µs): those that were deleted before may still have the old name. */
  at: number
}

/**
 * The labels of a dataset, or the options of its questions, that were renamed or merged since a time (µs), including unfinished
 * changes, oldest first. The undo of a renaming is a renaming, too.
 */
export async function selectRenamings(db: Db, datasetId: string, since: number): Promise<Renaming[]> {
  const rows = await db
    .selectFrom('option_changes')
    .select(['question_id', 'change', 'state', 'inserted_at', 'ended_at'])
    .where('dataset_id', '=', datasetId)
    .where(({ eb, or }) => or([eb('ended_at', 'is', null), eb('ended_at', '>', since)]))
    .orderBy('seq')
    .execute()
  return rows.flatMap(({ question_id, change, state, inserted_at, ended_at }): Renaming[] => {
    const relabel = walkOf(JSON.parse(change), { state })
    const isOpen = state === 'running' || state === 'undoing'
    const at = isOpen ? Number.MAX_SAFE_INTEGER : Number(ended_at ?? inserted_at)
    return relabel && at > since ? [{ ...relabel, questionId: question_id, at }] : []
  })
}

/** The replacement that a change or its undo makes. The undo of a renaming restores the old name; the undo of a merge replaces nothing. */
export function walkOf(change: OptionChange, { state }: Pick<StoredChange, 'state'>): Relabel | undefined {
  const relabel = relabelOf(change)
  if (!relabel || state === 'running' || state === 'done') return relabel
  return change.kind === 'rename' ? { from: relabel.to, to: relabel.from } : undefined
}
