import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isPostgres } from '../../../db/engines/is-postgres'
import { forgetImport, giveUpImport, noteImport, renewImport, SLICE_BYTES } from '../../../db/staged-imports'
import type { Db, Tx } from '../../../db/tables'
import { AppError } from '../../../errors'
import { fitting } from '../../../http/bodies/reply-size'
import type { BeforeWrite } from '../../../http/calls/handle'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
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
  /** The version that the source had at the beginning. */
  begunAt: number
  upTo: Place
}

/** Copy the records of a large dataset, except the last ones; undefined for a small one. What was copied is deleted unless it is completed. */
export async function beginCopy(
  { context: { engine }, atEnd }: Pick<BeforeWrite, 'context' | 'atEnd'>,
  source: FoundTaskDataset,
): Promise<BegunCopy | undefined> {
  let copy: BegunCopy | undefined
  for (;;) {
    const { id, begunAt, upTo }: BegunCopy = copy ?? { id: randomUUID(), begunAt: source.version, upTo: START }
    const chunk = await findChunk(engine.db, source.id, upTo)
    if (!chunk || chunk.isLast) return copy
    const isFirst = copy === undefined
    if (isFirst) atEnd(() => giveUpImport(engine, id))
    copy = { id, begunAt, upTo: chunk.end }
    await engine.transaction(
      async (tx) => {
        if (isFirst) {
          await noteImport(tx, id)
          await insertHidden(tx, id, source)
        } else if (!(await renewImport(tx, id))) throw interrupted()
        await copyChunk(tx, source.id, { id, begunAt, upTo }, chunk)
      },
      { isBulk: true },
    )
  }
}

/**
 * Copy the records that are missing in a copy, and remove those that were deleted meanwhile. The caller has locked the source, and gives the
 * hidden dataset its name. Throws when another server has aborted the copy.
 *
 * @returns the id of the copy
 */
export async function completeCopy(tx: Tx, source: FoundTaskDataset, begun: BegunCopy | undefined): Promise<string> {
  const copy = begun ?? { id: randomUUID(), begunAt: source.version, upTo: START }
  if (!begun) await insertHidden(tx, copy.id, source)
  else if (!(await forgetImport(tx, copy.id))) throw interrupted()
  for (let upTo = copy.upTo; ; ) {
    const chunk = await findChunk(tx, source.id, upTo)
    if (!chunk) break
    await copyChunk(tx, source.id, { ...copy, upTo }, chunk)
    upTo = chunk.end
  }
  if (begun && (await hasDeletions(tx, source.id, begun.begunAt)))
    await tx
      .deleteFrom('task_records')
      .where('dataset_id', '=', copy.id)
      .where(({ not, exists, selectFrom, ref }) =>
        not(
          exists(
            selectFrom('task_records as there')
              .select('there.key')
              .where('there.dataset_id', '=', source.id)
              .where('there.key', '=', ref('task_records.key')),
          ),
        ),
      )
      .execute()
  return copy.id
}

/** The error when another server has aborted a copy, since it took too long to write some records. */
function interrupted(): AppError {
  return new AppError('unavailable', 'The copy was interrupted. Try again.')
}

/** The records after a place, as many as are copied in one transaction; undefined when there are none. */
async function findChunk(db: Db, source: string, after: Place): Promise<Chunk | undefined> {
  const rows = await pageBehind(db, source, { after, limit: CHUNK })
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
async function insertHidden(tx: Tx, id: string, source: FoundTaskDataset): Promise<void> {
  const { workspace_name: _name, workspaceId: _id, ...row } = source
  const hidden = {
    ...row,
    id,
    name: id,
    tags: '{}',
    metadata: '{}',
    closed: 1,
    version: 0,
    deletions_gone_to: 0,
    seals: 0,
  }
  await tx.insertInto('task_datasets').values(hidden).execute()
}

/** Copy the records between the place where a copy ends and the end of a chunk. The copies get version 1. */
async function copyChunk(
  tx: Tx,
  from: string,
  { id: to, begunAt, upTo }: BegunCopy,
  { keys, end }: Chunk,
): Promise<void> {
  // Changed since the beginning: they may have been copied before.
  if (end.version > begunAt) await deleteByKey(tx, to, keys)
  const chunk = sql`task_records where dataset_id = ${from}
    and (version, key) > (${upTo.version}, ${upTo.key}) and (version, key) <= (${end.version}, ${end.key})`
  await sql`insert into task_records (dataset_id, key, document, derived, metrics, multi_label, done_as, done_by, done_at, version)
    select ${to}, key, document, derived, metrics, multi_label, done_as, done_by, done_at, 1 from ${chunk}`.execute(tx)
  // Looked up record by record, whatever PostgreSQL assumes about their number.
  const vectors = isPostgres(tx)
    ? sql`lateral (select * from task_vectors where dataset_id = ${from} and key = wanted offset 0) as v`
    : sql`task_vectors as v where dataset_id = ${from} and key = wanted`
  await sql`insert into task_vectors (dataset_id, key, name, value, extra)
    select ${to}, key, name, value, extra from (select key as wanted from ${chunk}) as r cross join ${vectors}`.execute(
    tx,
  )
}

/** Whether records of a dataset were deleted after a version. */
async function hasDeletions(db: Db, datasetId: string, version: number): Promise<boolean> {
  const { rows } = await sql`select 1 from task_deletions where dataset_id = ${datasetId} and version > ${version}
    union all select 1 from task_datasets where id = ${datasetId} and deletions_gone_to > ${version} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
