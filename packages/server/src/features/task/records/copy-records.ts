import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { nowMicros } from '../../../db/clock'
import { isPostgres } from '../../../db/engines/is-postgres'
import { forgetImport, giveUpImport, noteImport, renewImport, SLICE_BYTES } from '../../../db/staged-imports'
import type { Db, Tx } from '../../../db/tables'
import type { TaskDatasetRow } from '../../../db/task-tables'
import { AppError } from '../../../errors'
import { fitting } from '../../../http/bodies/reply-size'
import type { BeforeWrite } from '../../../http/calls/handle'
import { pageBehind } from '../search-thread/fetch-rows'
import { deleteByKey, storedBytes } from './records.store'

/** Maximum number of records that are copied in one transaction. */
const CHUNK = 1000

/** A place between two records in the order of their versions. */
interface Place {
  version: number
  key: string
}

const START: Place = { version: 0, key: '' }

/** Records to be copied together. */
interface Chunk {
  keys: string[]
  /** The place of the last one. */
  end: Place
  /** Whether the dataset has no more records at this moment. */
  isLast: boolean
}

/**
 * Records of a dataset that were copied before the transaction of the copy, in short ones, into a hidden dataset. They are copied in the order
 * of their versions, so that a record that is changed meanwhile comes again.
 */
export interface BegunCopy {
  /** Id of the hidden dataset, which becomes the copy. */
  id: string
  sourceId: string
  /** The version that the source had at the beginning. */
  begunAt: number
  upTo: Place
}

/** Copy the records of a large dataset, except the last ones; undefined for a small one. What was copied is deleted unless it is completed. */
export async function beginCopy(
  { context: { engine }, atEnd }: Pick<BeforeWrite, 'context' | 'atEnd'>,
  source: TaskDatasetRow,
): Promise<BegunCopy | undefined> {
  let copy: BegunCopy | undefined
  for (;;) {
    const isFirst = copy === undefined
    const soFar: BegunCopy = copy ?? newCopy(source)
    const { id } = soFar
    const chunk = await findChunk(engine.db, soFar)
    if (!chunk || chunk.isLast) return copy
    if (isFirst) atEnd(() => giveUpImport(engine, id))
    copy = { ...soFar, upTo: chunk.end }
    await engine.transaction(
      async (tx) => {
        if (isFirst) {
          await noteImport(tx, id)
          await insertHidden(tx, id, source)
        } else if (!(await renewImport(tx, id))) throw interrupted()
        await copyChunk(tx, soFar, chunk)
      },
      { isBulk: true },
    )
  }
}

/**
 * Copy the records that are missing in a copy, and remove those that were deleted meanwhile. The caller has locked the source, and gives the
 * hidden dataset its name. Throws when what was copied before cannot be completed.
 *
 * @returns the id of the copy
 */
export async function completeCopy(tx: Tx, source: TaskDatasetRow, begun: BegunCopy | undefined): Promise<string> {
  // Another dataset may have got the name of the source meanwhile.
  if (begun && begun.sourceId !== source.id) throw interrupted()
  let copy = begun ?? newCopy(source)
  if (!begun) await insertHidden(tx, copy.id, source)
  else if (!(await forgetImport(tx, copy.id))) throw interrupted()
  for (;;) {
    const chunk = await findChunk(tx, copy)
    if (!chunk) break
    await copyChunk(tx, copy, chunk)
    copy = { ...copy, upTo: chunk.end }
  }
  if (begun) await removeDeleted(tx, source, begun)
  return copy.id
}

function newCopy({ id, version }: TaskDatasetRow): BegunCopy {
  return { id: randomUUID(), sourceId: id, begunAt: version, upTo: START }
}

/** The error when a copy cannot be completed: another server has aborted it since it took too long, or its source is gone. */
function interrupted(): AppError {
  return new AppError('unavailable', 'The copy was interrupted. Try again.')
}

/** The records that are copied next, in one transaction; undefined when there are none. */
async function findChunk(db: Db, { sourceId, upTo }: BegunCopy): Promise<Chunk | undefined> {
  const rows = await pageBehind(db, sourceId, { after: upTo, limit: CHUNK })
    .select(['version', 'key', storedBytes(true).as('bytes')])
    .execute()
  const fits = fitting(
    rows.map(({ bytes }) => bytes),
    SLICE_BYTES,
  )
  const end = rows[fits - 1]
  const keys = rows.slice(0, fits).map(({ key }) => key)
  return end && { keys, end, isLast: fits === rows.length && rows.length < CHUNK }
}

/** A dataset that nobody sees, since its name is its id, and `staged_imports` has it until it is complete. */
async function insertHidden(tx: Tx, id: string, { workspace_id, task }: TaskDatasetRow): Promise<void> {
  const now = nowMicros()
  const row = { id, workspace_id, task, name: id, tags: '{}', metadata: '{}', created_by: null, closed: 1 }
  await tx
    .insertInto('task_datasets')
    .values({ ...row, created_at: now, last_updated: now, version: 0, deletions_gone_to: 0, seals: 0 })
    .execute()
}

const COPIED = ['key', 'document', 'derived', 'metrics', 'multi_label', 'done_as', 'done_by', 'done_at'] as const

/** Copy the records between the place where a copy ends and the end of a chunk. The copies get version 1. */
async function copyChunk(tx: Tx, { id, sourceId, begunAt, upTo }: BegunCopy, { keys, end }: Chunk): Promise<void> {
  // Changed since the beginning: they may have been copied before.
  if (end.version > begunAt) await deleteByKey(tx, id, keys)
  const chunk = pageBehind(tx, sourceId, { after: upTo, limit: keys.length }).where(
    sql<boolean>`(version, key) <= (${end.version}, ${end.key})`,
  )
  await tx
    .insertInto('task_records')
    .columns(['dataset_id', 'version', ...COPIED])
    .expression(chunk.select([sql<string>`${id}`.as('dataset_id'), sql<number>`1`.as('version'), ...COPIED]))
    .execute()
  // Looked up record by record, whatever PostgreSQL assumes about their number.
  const vectors = isPostgres(tx)
    ? sql`lateral (select * from task_vectors where dataset_id = ${sourceId} and key = wanted offset 0) as v`
    : sql`task_vectors as v where dataset_id = ${sourceId} and key = wanted`
  const copied = sql`select ${id}, key, name, value, extra from (${chunk.select('key as wanted')}) as r cross join ${vectors}`
  await sql`insert into task_vectors (dataset_id, key, name, value, extra) ${copied}`.execute(tx)
}

/** Remove from a copy what was deleted from its source since the beginning, according to the tombstones. */
async function removeDeleted(tx: Tx, source: TaskDatasetRow, { id, begunAt }: BegunCopy): Promise<void> {
  if (source.deletions_gone_to > begunAt) throw interrupted()
  const deleted = await tx
    .selectFrom('task_deletions')
    .select('key')
    .where('dataset_id', '=', source.id)
    .where('version', '>', begunAt)
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('task_records as there')
            .select('there.key')
            .where('there.dataset_id', '=', source.id)
            .where('there.key', '=', ref('task_deletions.key')),
        ),
      ),
    )
    .execute()
  const keys = deleted.map(({ key }) => key)
  for (let from = 0; from < keys.length; from += CHUNK) await deleteByKey(tx, id, keys.slice(from, from + CHUNK))
}
