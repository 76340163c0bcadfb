import { sql } from 'kysely'
import { selectByCopy } from '../../../db/engines/copied-rows'
import { isPostgres } from '../../../db/engines/is-postgres'
import type { Db, Tx } from '../../../db/tables'
import type { TaskSegmentTable } from '../../../db/task-tables'
import type { RowPlace } from '../search-thread/protocol'
import type { SegmentMeta } from './format'
import type { SegmentRow } from './segment'

/** The segments of a dataset that searches read, in the order of versions. */
export function selectSegments(db: Db, datasetId: string): Promise<SegmentRow[]> {
  return liveSegments(db, datasetId).select(['id', 'docs', 'meta', 'dead', 'to_version', 'to_key']).execute()
}

function liveSegments(db: Db, datasetId: string) {
  return db
    .selectFrom('task_segments')
    .where('dataset_id', '=', datasetId)
    .where('state', '=', 'live')
    .orderBy('to_version')
    .orderBy(sql`case when to_key is null then 1 else 0 end`)
    .orderBy('to_key')
}

/** Parts of segments by id, in the order of the ids; null for a deleted one. */
export async function selectParts(db: Db, ids: readonly string[]): Promise<(Uint8Array | null)[]> {
  const found = new Map<string, Uint8Array>()
  const select = db.selectFrom('task_segment_parts').select(['id', 'value']).where('id', 'in', ids)
  if (isPostgres(db)) {
    for (const [id, value] of await selectByCopy(db, select))
      if (id && value) found.set(Buffer.from(id).toString(), value)
  } else for (const { id, value } of await select.execute()) found.set(id, value)
  return ids.map((id) => found.get(id) ?? null)
}

/** The range of records in a segment. */
export interface SegmentRange {
  id: string
  docs: number
  /** Number of dead documents. */
  dead: number
  /** Start position, exclusive. */
  from: RowPlace
  to: RowPlace
  /** Deletions up to this version are marked as dead in this segment and in those before it. */
  deletionsTo: number
}

/** The ranges of a dataset's segments, in the order of versions. */
export async function selectRanges(db: Db, datasetId: string): Promise<SegmentRange[]> {
  const rows = await liveSegments(db, datasetId)
    .select(['id', 'docs', 'meta', 'dead', 'from_version', 'from_key', 'to_version', 'to_key'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    docs: row.docs,
    dead: countBits(row.dead),
    from: place(row.from_version, row.from_key),
    to: place(row.to_version, row.to_key),
    deletionsTo: (JSON.parse(row.meta) as SegmentMeta).deletionsTo ?? row.to_version,
  }))
}

/** The version up to which deletions are marked as dead in the segments of a dataset; undefined without segments. */
export async function selectSealedTo(db: Db, datasetId: string): Promise<number | undefined> {
  return (await selectRanges(db, datasetId)).at(-1)?.deletionsTo
}

function place(version: number, key: string | null): RowPlace {
  return { version, ...(key !== null && { key }) }
}

function countBits(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) for (let rest = byte; rest !== 0; rest &= rest - 1) count += 1
  return count
}

export async function insertSegment(tx: Tx, row: TaskSegmentTable): Promise<void> {
  await tx.insertInto('task_segments').values(row).execute()
}

export async function insertParts(tx: Tx, rows: readonly { id: string; value: Uint8Array }[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('task_segment_parts').values(rows).execute()
}

/** The changes that come with a new segment. */
export interface Publication {
  id: string
  /** Segments that the new one replaces. */
  replaced: readonly string[]
  /** The dead documents of segments that stay. */
  dead: readonly { id: string; dead: Uint8Array }[]
  /** The version of the dataset before the records of the new segment were read: it contains no record deleted up to this version. */
  readAt: number
}

/** Make a segment visible to searches. Returns false when the dataset was deleted, or when tombstones newer than `readAt` were. */
export async function publishSegment(
  tx: Tx,
  datasetId: string,
  { id, replaced, dead, readAt }: Publication,
): Promise<boolean> {
  const dataset = await tx
    .updateTable('task_datasets')
    .set({ seals: sql`seals + 1` })
    .where('id', '=', datasetId)
    .where('deletions_gone_to', '<=', readAt)
    .returning('seals')
    .executeTakeFirst()
  if (!dataset) return false
  for (const old of replaced) await setState(tx, old, 'gone')
  for (const one of dead)
    await tx.updateTable('task_segments').set({ dead: one.dead }).where('id', '=', one.id).execute()
  await setState(tx, id, 'live')
  return true
}

async function setState(tx: Tx, id: string, state: TaskSegmentTable['state']): Promise<void> {
  await tx.updateTable('task_segments').set({ state }).where('id', '=', id).execute()
}

/** Mark all segments of a dataset as unused; a job deletes their parts. Returns whether there are any. */
export async function giveUpSegments(tx: Tx, datasetId: string): Promise<boolean> {
  const done = await tx
    .updateTable('task_segments')
    .set({ state: 'gone' })
    .where('dataset_id', '=', datasetId)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Segments that searches do not read: unfinished ones, and those that were replaced. */
export async function selectUnused(db: Db, datasetId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('task_segments')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('state', '!=', 'live')
    .execute()
  return rows.map(({ id }) => id)
}

/** Delete some parts of a segment, and the segment itself after its last part. Returns whether there may be more parts. */
export async function clearSegment(tx: Tx, id: string, limit: number): Promise<boolean> {
  const done = await tx
    .deleteFrom('task_segment_parts')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('task_segment_parts')
        .select('id')
        // "0" is the character after "/".
        .where('id', '>', `${id}/`)
        .where('id', '<', `${id}0`)
        .limit(limit),
    )
    .executeTakeFirst()
  if (Number(done.numDeletedRows) === limit) return true
  await tx.deleteFrom('task_segments').where('id', '=', id).execute()
  return false
}
