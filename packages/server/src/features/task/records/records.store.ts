import type { StoredVector } from '@postil/domain/task-records/document'
import { type Insertable, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { isPostgres } from '../../../db/engines/is-postgres'
import { insertMany } from '../../../db/insert-rows'
import { prepared } from '../../../db/prepared'
import type { Db, Tables, Tx } from '../../../db/tables'
import type { TaskRecordTable, TaskVectorTable } from '../../../db/task-tables'
import { vectorNumbers } from '../../../db/vector-bytes'
import { padded } from '../../../search/key-list'
import type { Done } from './done'

/** Below both engines' limits for values per statement, and few enough not to delay a waiting answer. */
const ROWS_A_STATEMENT = 200
const KEYS_A_STATEMENT = 1000

export type RecordRow = Pick<TaskRecordTable, 'key' | 'document' | 'derived' | 'metrics'>

type FoundRow = RecordRow & Done & { version: number }

/**
 * The existing records with these keys, by key.
 *
 * @param upTo - leaves out larger records; optionally their vectors count, too
 */
export async function selectRecords(
  db: Db,
  datasetId: string,
  keys: readonly string[],
  upTo: Omit<Selected, 'datasetId' | 'keys'> = {},
): Promise<Map<string, FoundRow>> {
  const found = new Map<string, FoundRow>()
  for (const some of chunks(keys, KEYS_A_STATEMENT)) {
    const { rows } = await recordsOf(db, { datasetId, keys: padded(some), ...upTo })
    for (const row of rows) found.set(row.key, row)
  }
  return found
}

interface Selected {
  datasetId: string
  keys: readonly string[]
  bytes?: number
  vectors?: boolean
}

const recordsOf = prepared((db: Db, { datasetId, keys, bytes, vectors }: Selected) =>
  recordsByKey(db, datasetId, keys)
    .select(['key', 'document', 'derived', 'metrics', 'version', 'done_as', 'done_by', 'done_at'])
    .$if(bytes !== undefined, (some) => some.where(storedBytes(vectors), '<=', bytes ?? 0)),
)

/** The versions that last wrote these records, by key. */
export async function selectVersions(db: Db, datasetId: string, keys: readonly string[]): Promise<Map<string, number>> {
  const found = await readByKey(db, datasetId, keys, (these) => these.select(['key', 'version']).execute())
  return new Map([...found].map(([key, { version }]) => [key, version]))
}

/** The stored bytes of the existing records with these keys, by key; optionally with their vectors. */
export async function selectSizes(
  db: Db,
  datasetId: string,
  keys: readonly string[],
  { vectors }: { vectors: boolean },
): Promise<Map<string, number>> {
  const found = await readByKey(db, datasetId, keys, (these) =>
    these.select(['key', storedBytes(vectors).as('bytes')]).execute(),
  )
  return new Map([...found].map(([key, row]) => [key, row.bytes]))
}

/** The stored bytes of a record, as an expression; optionally with its vectors. */
export function storedBytes(vectors = false): RawBuilder<number> {
  const own = sql<number>`octet_length(document) + octet_length(derived) + octet_length(metrics)`
  const ofVectors = sql<number>`(select coalesce(sum(octet_length(value)), 0) from task_vectors
    where task_vectors.dataset_id = task_records.dataset_id and task_vectors.key = task_records.key)`
  return vectors ? sql<number>`${own} + ${ofVectors}` : own
}

/** Insert records, or overwrite those with the same keys. Keys must be unique. */
export function upsertRecords(tx: Tx, rows: readonly TaskRecordTable[]): Promise<void> {
  return upsert(tx, rows, [...DATA, 'multi_label', ...DONE])
}

/** Replace the stored data of existing records. */
export function rewriteRecords(tx: Tx, datasetId: string, rows: readonly RecordRow[], version: number): Promise<void> {
  return upsert(tx, existing(datasetId, rows, version), DATA)
}

/** Replace the documents of existing records, and who validated or discarded them. */
export function setDocuments(
  tx: Tx,
  datasetId: string,
  changes: readonly ({ key: string; document: string } & Done)[],
  version: number,
): Promise<void> {
  return upsert(tx, existing(datasetId, changes, version), ['document', ...DONE])
}

/** Replace the documents and the derived search fields of existing records. */
export function setPredictions(
  tx: Tx,
  datasetId: string,
  changes: readonly Pick<TaskRecordTable, 'key' | 'document' | 'derived'>[],
  version: number,
): Promise<void> {
  return upsert(tx, existing(datasetId, changes, version), ['document', 'derived'])
}

const DATA = ['document', 'derived', 'metrics'] as const
const DONE = ['done_as', 'done_by', 'done_at'] as const

/** Rows for `upsert` of records that exist, so that the defaults here are never written. */
function existing<Row>(dataset_id: string, rows: readonly Row[], version: number) {
  return rows.map((row) => ({ derived: '{}', metrics: '{}', multi_label: null, ...row, dataset_id, version }))
}

/** Insert records; of those that exist, overwrite these columns and the version. */
async function upsert(
  tx: Tx,
  rows: readonly Insertable<TaskRecordTable>[],
  columns: readonly (keyof TaskRecordTable)[],
): Promise<void> {
  const excluded = [...columns, 'version'].map((column) => [column, sql.ref<never>(`excluded.${column}`)])
  for (const some of chunks(rows, ROWS_A_STATEMENT))
    await insertMany(tx, some, (rows) =>
      tx
        .insertInto('task_records')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['dataset_id', 'key']).doUpdateSet(Object.fromEntries(excluded))),
    )
}

/** The `multi_label` flag of a dataset's records: 0 single-label, 1 multi-label, undefined without records. */
export async function selectMultiLabel(db: Db, datasetId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('task_records')
    .select('multi_label')
    .where('dataset_id', '=', datasetId)
    .limit(1)
    .executeTakeFirst()
  return row?.multi_label ?? undefined
}

/** Those of these keys that exist in a dataset. */
export async function selectKeys(db: Db, datasetId: string, keys: readonly string[]): Promise<Set<string>> {
  return new Set((await readByKey(db, datasetId, keys, (these) => these.select('key').execute())).keys())
}

/** Delete records that exist, and insert tombstones for the search indexes that contain them. */
export async function deleteRecordRows(
  tx: Tx,
  datasetId: string,
  keys: readonly string[],
  version: number,
): Promise<void> {
  for (const some of chunks(keys, KEYS_A_STATEMENT))
    await Promise.all([
      deleteByKey(tx, datasetId, some),
      tx
        .insertInto('task_deletions')
        .values(some.map((key) => ({ dataset_id: datasetId, key, version })))
        .onConflict((conflict) => conflict.columns(['dataset_id', 'key']).doUpdateSet({ version }))
        .execute(),
    ])
}

export async function upsertVectors(tx: Tx, rows: readonly TaskVectorTable[]): Promise<void> {
  for (const some of chunks(rows, ROWS_A_STATEMENT))
    await tx
      .insertInto('task_vectors')
      .values(some)
      .onConflict((conflict) =>
        conflict
          .columns(['dataset_id', 'key', 'name'])
          .doUpdateSet(({ ref }) => ({ value: ref('excluded.value'), extra: ref('excluded.extra') })),
      )
      .execute()
}

/** The vectors of some records, by key. */
export async function selectVectors(
  db: Db,
  datasetId: string,
  keys: readonly string[],
): Promise<Map<string, Record<string, StoredVector>>> {
  const byKey = new Map<string, Record<string, StoredVector>>()
  for (const [key, rows] of await selectVectorRows(db, datasetId, keys))
    byKey.set(
      key,
      Object.fromEntries(
        rows.map(({ name, value, extra }) => [name, { value: [...vectorNumbers(value)], ...JSON.parse(extra) }]),
      ),
    )
  return byKey
}

type VectorRow = Pick<TaskVectorTable, 'key' | 'name' | 'value' | 'extra'>

/** The vectors of some records as stored, by key: all of them, or those with these names. */
export async function selectVectorRows(
  db: Db,
  datasetId: string,
  keys: readonly string[],
  names?: readonly string[],
): Promise<Map<string, VectorRow[]>> {
  const byKey = new Map<string, VectorRow[]>()
  for (const some of chunks(keys, KEYS_A_STATEMENT)) {
    const rows = await db
      .selectFrom('task_vectors')
      .select(['key', 'name', 'value', 'extra'])
      .where('dataset_id', '=', datasetId)
      .where('key', 'in', some)
      .$if(names !== undefined, (query) => query.where('name', 'in', names ?? []))
      .orderBy('name')
      .execute()
    for (const row of rows) byKey.set(row.key, [...(byKey.get(row.key) ?? []), row])
  }
  return byKey
}

/** Read the existing records with these keys, many per statement. Returns their rows by key. */
async function readByKey<Row extends { key: string }>(
  db: Db,
  datasetId: string,
  keys: readonly string[],
  read: (these: SelectQueryBuilder<Tables, 'task_records', object>) => Promise<Row[]>,
): Promise<Map<string, Row>> {
  const found = new Map<string, Row>()
  for (const some of chunks(keys, KEYS_A_STATEMENT)) {
    for (const row of await read(recordsByKey(db, datasetId, some))) found.set(row.key, row)
  }
  return found
}

/** Delete records that exist, which leaves no tombstones. */
export async function deleteByKey(tx: Tx, datasetId: string, keys: readonly string[]): Promise<void> {
  const those = isPostgres(tx)
    ? // The places of the rows, so that they are found as `recordsByKey` finds them.
      sql<boolean>`ctid = any(array(${recordsByKey(tx, datasetId, keys).select(sql`task_records.place`.as('place'))}))`
    : sql<boolean>`dataset_id = ${datasetId} and key in (${sql.join(keys)})`
  await tx.deleteFrom('task_records').where(those).execute()
}

/**
 * The existing records with these keys, of which the last may be repeated. PostgreSQL has to look up each by itself: without statistics, or with
 * those of many small datasets, it considers reading all records of a dataset cheaper than looking up a list of keys.
 */
function recordsByKey(
  db: Db,
  datasetId: string,
  keys: readonly string[],
): SelectQueryBuilder<Tables, 'task_records', object> {
  const all = db.selectFrom('task_records').where('dataset_id', '=', datasetId)
  if (!isPostgres(db)) return all.where('key', 'in', keys)
  const wanted = sql<{ wanted: string }>`(select distinct unnest(array[${sql.join(keys)}]::text[]) as wanted)`
  const each = db
    .selectFrom(wanted.as('wanted'))
    .innerJoinLateral(
      all
        .selectAll()
        .select(sql`ctid`.as('place'))
        .whereRef('key', '=', sql.ref('wanted.wanted'))
        .limit(1)
        .as('task_records'),
      (join) => join.onTrue(),
    )
  return each as unknown as typeof all
}

function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}
