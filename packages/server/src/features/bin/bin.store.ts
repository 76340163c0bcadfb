import { type Selectable, sql } from 'kysely'
import type { SessionUser } from '../../context'
import { nowMicros } from '../../db/clock'
import { holdDataset } from '../../db/engines/lock-records'
import { findsAny } from '../../db/finds-any'
import { chunked, insertRows } from '../../db/insert-rows'
import { workspacesOf } from '../../db/member-workspaces'
import type { BinTable, Db, Tables, Tx } from '../../db/tables'
import { enqueue } from '../../jobs/enqueue'

const DAY_MICROS = 86_400_000_000

/** The tables whose rows the foreign keys delete with the row of a feedback dataset. */
export const PARTS = [
  'dataset_stats',
  'fields',
  'questions',
  'metadata_properties',
  'vectors_settings',
  'decisions_seen',
] as const
type Part = (typeof PARTS)[number]

/**
 * The rows of a feedback dataset that are moved into the bin. Its records stay in their tables, where they are unreachable without these
 * rows.
 */
type KeptRows = { [Table in Part | 'text_fields' | 'datasets']: Selectable<Tables[Table]>[] }

/** Whether a dataset is in the bin, or is being deleted for good. */
export async function isInBin(db: Db, datasetId: string): Promise<boolean> {
  return findsAny(db.selectFrom('bin').select('dataset_id').where('dataset_id', '=', datasetId))
}

/** Move the rows of a feedback dataset into the bin. The caller has locked the dataset. */
export async function binFeedbackDataset(
  tx: Tx,
  user: SessionUser,
  { id }: { id: string },
  days: number,
): Promise<void> {
  // Waits for transactions that are writing in the dataset, so that the latest rows are kept.
  await holdDataset(tx, id)
  const dataset = await tx.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const ofDataset = (table: Part) => tx.selectFrom(table).selectAll().where('dataset_id', '=', id).execute()
  const parts: Partial<Record<keyof KeptRows, object[]>> = { datasets: [dataset] }
  for (const table of PARTS) parts[table] = await ofDataset(table)
  parts.text_fields = await tx
    .selectFrom('text_fields')
    .selectAll()
    .where('field_id', 'in', (eb) => eb.selectFrom('fields').select('id').where('dataset_id', '=', id))
    .execute()
  const words = await tx
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', 'index_words')
    .where('dataset_id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .execute()
  await tx.deleteFrom('datasets').where('id', '=', id).execute()
  await putIntoBin(tx, user, dataset, days, { parts: JSON.stringify(parts), words_missing: words.length > 0 ? 1 : 0 })
}

/**
 * Put a classic dataset into the bin. Its rows stay in their tables, but get a name that no request uses, so that the original name is
 * free.
 *
 * @param days - number of days for which it can be restored; 0: it cannot, and the job starts at once
 */
export async function binTaskDataset(
  tx: Tx,
  user: SessionUser,
  dataset: Pick<Tables['task_datasets'], 'id' | 'name' | 'task' | 'workspace_id'>,
  days: number,
): Promise<void> {
  await tx.updateTable('task_datasets').set({ name: dataset.id }).where('id', '=', dataset.id).execute()
  const { count } = await tx
    .selectFrom('task_records')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('dataset_id', '=', dataset.id)
    .executeTakeFirstOrThrow()
  await putIntoBin(tx, user, dataset, days, { task: dataset.task, records: Number(count) })
}

async function putIntoBin(
  tx: Tx,
  user: SessionUser,
  { id, name, workspace_id }: { id: string; name: string; workspace_id: string },
  days: number,
  more: Partial<BinTable>,
): Promise<void> {
  const now = nowMicros()
  // 0 marks a dataset that cannot be restored, whatever the clocks of other servers say (see `closeBin`).
  const purge_at = days > 0 ? now + days * DAY_MICROS : 0
  const row = { dataset_id: id, workspace_id, name, task: null, words_missing: 0, parts: null, records: null, ...more }
  await tx
    .insertInto('bin')
    .values({ ...row, deleted_by: user.id, deleted_at: now, purge_at })
    .execute()
  await enqueue(tx, { kind: 'purge_dataset', subject: id, dataset: { id, name }, dueAt: Math.max(now, purge_at) })
}

/** A deleted dataset, with the names of its workspace and of the user who deleted it. */
export type BinRow = BinTable & { workspace_name: string; username: string | null }

/** The datasets that can be restored, latest deletion first: all, those of a member's workspaces, or one. */
export async function selectBin(
  db: Db,
  which: { memberId?: string; workspaceId?: string; id?: string },
): Promise<BinRow[]> {
  const { memberId, workspaceId, id } = which
  return db
    .selectFrom('bin')
    .innerJoin('workspaces', 'workspaces.id', 'bin.workspace_id')
    .leftJoin('users', 'users.id', 'bin.deleted_by')
    .selectAll('bin')
    .select(['workspaces.name as workspace_name', 'users.username'])
    .where('purge_at', '>', nowMicros())
    .$if(id !== undefined, (query) => query.where('dataset_id', '=', id ?? ''))
    .$if(workspaceId !== undefined, (query) => query.where('bin.workspace_id', '=', workspaceId ?? ''))
    .$if(memberId !== undefined, (query) => query.where('bin.workspace_id', 'in', workspacesOf(db, memberId ?? '')))
    .orderBy('deleted_at', 'desc')
    .orderBy('dataset_id')
    .execute()
}

/** The rows of a feedback dataset in the bin. */
export async function findBinned(db: Db, datasetId: string): Promise<KeptRows | undefined> {
  const row = await db.selectFrom('bin').select('parts').where('dataset_id', '=', datasetId).executeTakeFirst()
  return row?.parts ? keptRows(row.parts) : undefined
}

/** The number of records that a dataset had when it was deleted. */
export function recordsOf({ records, parts }: Pick<BinTable, 'records' | 'parts'>): number {
  return Number(parts === null ? records : (keptRows(parts).dataset_stats[0]?.records ?? 0))
}

/**
 * Move the rows of a workspace's deleted classic datasets to any other workspace, where their names, which are ids, are in nobody's way.
 * Returns false when there is no other one.
 */
export async function moveBinned(tx: Tx, workspaceId: string): Promise<boolean> {
  const deleted = tx.selectFrom('task_datasets').select('id').where('workspace_id', '=', workspaceId)
  if ((await deleted.limit(1).execute()).length === 0) return true
  const other = await tx
    .selectFrom('workspaces')
    .select('id')
    .where('id', '<>', workspaceId)
    .limit(1)
    .executeTakeFirst()
  if (!other) return false
  await tx
    .updateTable('task_datasets')
    .set({ workspace_id: other.id })
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', (eb) => eb.selectFrom('bin').select('dataset_id'))
    .execute()
  return true
}

/** Remove a dataset from the bin; undefined when it is not there, or is being deleted for good. */
export function takeFromBin(tx: Tx, id: string): Promise<BinTable | undefined> {
  return tx
    .deleteFrom('bin')
    .where('dataset_id', '=', id)
    .where('purge_at', '>', nowMicros())
    .returningAll()
    .executeTakeFirst()
}

/**
 * Mark a dataset in the bin as being deleted for good, so that it cannot be restored. Returns undefined when it is marked already, is not
 * in the bin or, with `isDue`, when its time is not over.
 */
export async function closeBin(tx: Tx, id: string, due: { isDue: boolean }): Promise<BinTable | undefined> {
  return tx
    .updateTable('bin')
    .set({ purge_at: 0 })
    .where('dataset_id', '=', id)
    .where('purge_at', '>', 0)
    .$if(due.isDue, (query) => query.where('purge_at', '<=', nowMicros()))
    .returningAll()
    .executeTakeFirst()
}

/** Insert the rows of a feedback dataset from the bin again, under this name. */
export async function insertKeptRows(tx: Tx, parts: string, name: string): Promise<void> {
  const kept = keptRows(parts)
  await insertRows(
    tx,
    'datasets',
    kept.datasets.map((row) => ({ ...row, name })),
  )
  // The versions are incremented to invalidate caches, since users may have been deleted meanwhile.
  await insertRows(
    tx,
    'dataset_stats',
    kept.dataset_stats.map((row) => ({
      ...row,
      changes: Number(row.changes) + 1,
      reopened: Number(row.reopened) + 1,
      last_activity_at: nowMicros(),
    })),
  )
  await insertRows(tx, 'fields', kept.fields)
  await insertRows(tx, 'text_fields', kept.text_fields)
  await insertRows(tx, 'questions', kept.questions)
  await insertRows(tx, 'metadata_properties', kept.metadata_properties)
  await insertRows(tx, 'vectors_settings', kept.vectors_settings)
  await restoreDecisionsSeen(tx, kept.decisions_seen)
}

/** Users may have been deleted meanwhile. Datasets that were deleted by an older version have no such rows. */
async function restoreDecisionsSeen(tx: Tx, rows: KeptRows['decisions_seen'] = []): Promise<void> {
  for (const some of chunked(rows)) {
    const values = some.map(
      ({ user_id, dataset_id, seen_until }) =>
        sql`(cast(${user_id} as text), cast(${dataset_id} as text), cast(${seen_until} as bigint))`,
    )
    await sql`with kept (user_id, dataset_id, seen_until) as (values ${sql.join(values)})
      insert into decisions_seen (user_id, dataset_id, seen_until)
      select kept.user_id, kept.dataset_id, kept.seen_until from kept join users on users.id = kept.user_id`.execute(tx)
  }
}

/** Enqueue the jobs again that were unfinished when a feedback dataset was put into the bin. */
export async function enqueueUnfinished(tx: Tx, { dataset_id, words_missing }: BinTable): Promise<void> {
  const changes = await tx
    .selectFrom('option_changes')
    .select('id')
    .where('dataset_id', '=', dataset_id)
    .where('state', 'in', ['running', 'undoing'])
    .execute()
  const dataset = { id: dataset_id }
  for (const { id } of changes) await enqueue(tx, { kind: 'option_change', subject: id, dataset })
  await tx
    .updateTable('jobs')
    .set({ state: 'waiting', due_at: nowMicros(), failures: 0, error: null, finished_at: null })
    .where('kind', '=', 'assign_records')
    .where('dataset_id', '=', dataset_id)
    .where('state', 'in', ['waiting', 'failed'])
    .execute()
  if (words_missing === 0) return
  const { first, last } = await tx
    .selectFrom('records')
    .select(({ fn }) => [fn.min('pk').as('first'), fn.max('pk').as('last')])
    .where('dataset_id', '=', dataset_id)
    .executeTakeFirstOrThrow()
  if (first === null) return
  await enqueue(tx, {
    kind: 'index_words',
    subject: dataset_id,
    dataset,
    data: { after: Number(first) - 1, last: Number(last) },
  })
}

function keptRows(parts: string): KeptRows {
  return JSON.parse(parts)
}
