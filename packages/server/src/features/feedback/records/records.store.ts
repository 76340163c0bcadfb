import { chunked, insertMany, insertRows } from '../../../db/insert-rows'
import type { Db, RecordTable, RecordTermTable, Tx } from '../../../db/tables'
import { assertReadable } from '../../../http/bodies/reply-size'
import { STORED_BYTES, type StoredRecord } from '../common/stored-record'
import { findSizes } from './record-sizes'

/**
 * Insert records. Those with external ids are inserted in the order of these, so that two calls that insert the same ids wait for each
 * other and do not deadlock. Lists are not affected, since they are sorted by `inserted_at`.
 *
 * @returns the records in the order given
 */
export async function insertRecords(tx: Tx, rows: readonly RecordTable[]): Promise<StoredRecord[]> {
  const pks = new Map<string, number>()
  const inLockOrder = rows.toSorted(byExternalId)
  for (const chunk of chunked(inLockOrder)) {
    const stored = await insertMany(tx, chunk, (some) => tx.insertInto('records').values(some).returning(['id', 'pk']))
    for (const { id, pk } of stored.rows) pks.set(id, pk)
  }
  return rows.map((row) => ({ ...row, pk: pks.get(row.id) ?? 0 }))
}

/** Write new metadata of existing records, many per statement. */
export async function updateMetadata(tx: Tx, records: readonly StoredRecord[]): Promise<void> {
  // An upsert whose ids always exist. Only columns that are validated or changed need values; `external_id` is null so that it cannot
  // violate its unique key.
  const rows = records.map(
    ({ id, dataset_id, metadata, inserted_at, updated_at }): RecordTable => ({
      id,
      dataset_id,
      external_id: null,
      fields: '{}',
      metadata,
      inserted_at,
      updated_at,
    }),
  )
  for (const chunk of chunked(rows))
    await tx
      .insertInto('records')
      .values(chunk)
      .onConflict((oc) =>
        oc.column('id').doUpdateSet((eb) => ({
          metadata: eb.ref('excluded.metadata'),
          updated_at: eb.ref('excluded.updated_at'),
        })),
      )
      .execute()
}

export async function replaceRecordTerms(
  tx: Tx,
  pks: readonly number[],
  terms: readonly RecordTermTable[],
): Promise<void> {
  if (pks.length > 0) await tx.deleteFrom('record_terms').where('record_pk', 'in', pks).execute()
  await insertRows(tx, 'record_terms', terms)
}

/**
 * Records of a dataset by id or external id, in no particular order. Throws `InvalidError` when they take more bytes than may be in memory
 * at once.
 */
export async function findRecords(
  db: Db,
  datasetId: string,
  key: 'id' | 'external_id',
  values: readonly string[],
): Promise<StoredRecord[]> {
  if (values.length === 0) return []
  const found = db.selectFrom('records').where('dataset_id', '=', datasetId).where(key, 'in', values)
  const { bytes } = await found.select(STORED_BYTES.as('bytes')).executeTakeFirstOrThrow()
  assertReadable(bytes)
  return found.selectAll().execute()
}

/** Those of these external ids that exist in a dataset. */
export async function findExternalIds(db: Db, datasetId: string, externalIds: readonly string[]): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('records')
    .select('external_id')
    .where('dataset_id', '=', datasetId)
    .where('external_id', 'in', externalIds)
    .execute()
  return new Set(rows.flatMap(({ external_id }) => external_id ?? []))
}

/** Those of these ids that belong to records of a dataset. */
export async function findIds(db: Db, datasetId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const found = db.selectFrom('records').select('id').where('dataset_id', '=', datasetId).where('id', 'in', ids)
  return new Set((await found.execute()).map(({ id }) => id))
}

/** The records of a dataset among these ids, with their size in bytes. */
export async function findRecordSizes(
  db: Db,
  datasetId: string,
  ids: readonly string[],
): Promise<{ id: string; pk: number; bytes: number }[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('records')
    .select(['id', 'pk'])
    .where('dataset_id', '=', datasetId)
    .where('id', 'in', ids)
    .execute()
  const sizes = await findSizes(
    db,
    rows.map(({ pk }) => pk),
    { responses: {}, suggestions: true },
  )
  return rows.map(({ id, pk }) => ({ id, pk, bytes: sizes.get(pk) ?? 0 }))
}

/** Delete records; foreign keys delete everything that belongs to them. Returns the number of records that still existed. */
export async function deleteRecordRows(tx: Tx, pks: readonly number[]): Promise<number> {
  const deleted = await tx.deleteFrom('records').where('pk', 'in', pks).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** The dataset of a record that has just been read. */
export function getDatasetOf(db: Db, datasetId: string) {
  return db.selectFrom('datasets').selectAll().where('id', '=', datasetId).executeTakeFirstOrThrow()
}

/** Compare by code units, which is the same order on every server. */
function byExternalId({ external_id: one }: RecordTable, { external_id: other }: RecordTable): number {
  return (one ?? '') < (other ?? '') ? -1 : Number((one ?? '') > (other ?? ''))
}
