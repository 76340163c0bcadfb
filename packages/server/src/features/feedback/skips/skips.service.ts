import type { SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import { lockDataset, lockRecord, lockRecords } from '../../../db/engines/lock-records'
import { aboutRecord, logEvents } from '../../../db/events'
import type { Tx } from '../../../db/tables'
import { ConflictError, InvalidError } from '../../../errors'
import { findSkipped } from '../../../search/skipped'
import type { StoredRecord } from '../common/stored-record'

/** Maximum number of records of a dataset that a user may skip, since every search excludes them by key. */
const MOST_SKIPS = 1000

type SkippedRecord = Pick<StoredRecord, 'pk' | 'id'>

/**
 * Remove a record from a user's pending records for now. Skipping it again has no effect.
 *
 * @throws ConflictError when the user has a response to it, so that it is not pending for them (drafts have a list of their own)
 * @throws InvalidError when the user has skipped too many records
 */
export async function skipRecord(tx: Tx, user: SessionUser, record: StoredRecord): Promise<void> {
  await lockRecord(tx, record)
  if ((await findAnswered(tx, user, [record.pk])).size > 0)
    throw new ConflictError(`Record with id \`${record.id}\` has a response by user with id \`${user.id}\``)
  await addSkips(tx, user, record.dataset_id, [record])
}

/**
 * Skip those of some records that the user has not answered. Returns the ids of those that were not skipped before.
 *
 * @throws InvalidError when the user would have skipped too many records
 */
export async function skipRecords(
  tx: Tx,
  user: SessionUser,
  datasetId: string,
  ids: readonly string[],
): Promise<string[]> {
  await lockDataset(tx, datasetId)
  await lockRecords(tx, { ids, datasetId })
  const records = await selectRecords(tx, datasetId, ids)
  const answered = await findAnswered(
    tx,
    user,
    records.map(({ pk }) => pk),
  )
  const open = records.filter(({ pk }) => !answered.has(pk))
  return addSkips(tx, user, datasetId, open)
}

/** Return those of some records that a user has skipped to their pending records. Returns their ids. */
export async function unskipRecords(
  tx: Tx,
  user: SessionUser,
  datasetId: string,
  ids: readonly string[],
): Promise<string[]> {
  const named = await selectRecords(tx, datasetId, ids)
  const skipped = new Set(await findAllSkipped(tx, user, datasetId))
  const records = named.filter(({ pk }) => skipped.has(pk))
  await removeSkips(tx, user, datasetId, records)
  return records.map(({ id }) => id)
}

/** Return all records of a dataset that a user has skipped to their pending records. */
export async function unskipAll(tx: Tx, user: SessionUser, datasetId: string): Promise<void> {
  const skipped = await findAllSkipped(tx, user, datasetId)
  if (skipped.length === 0) return
  const records = await tx.selectFrom('records').select(['pk', 'id']).where('pk', 'in', skipped).execute()
  await removeSkips(tx, user, datasetId, records)
}

/**
 * Delete a user's skip of a record whose response was deleted: the record is then pending for them again. A response makes the skip
 * ineffective without deleting it.
 */
export async function deleteSkip(tx: Tx, userId: string, recordPk: number): Promise<void> {
  await tx.deleteFrom('skips').where('record_pk', '=', recordPk).where('user_id', '=', userId).execute()
}

async function addSkips(
  tx: Tx,
  user: SessionUser,
  datasetId: string,
  records: readonly SkippedRecord[],
): Promise<string[]> {
  const skipped = new Set(await findAllSkipped(tx, user, datasetId))
  const added = records.filter(({ pk }) => !skipped.has(pk))
  if (skipped.size + added.length > MOST_SKIPS)
    throw new InvalidError(`At most ${MOST_SKIPS} records of a dataset can be skipped at a time`)
  const now = nowMicros()
  const rows = added.map(({ pk }) => ({ dataset_id: datasetId, user_id: user.id, record_pk: pk, inserted_at: now }))
  if (rows.length === 0) return []
  // The same user may skip a record twice at the same time.
  const insert = tx
    .insertInto('skips')
    .values(rows)
    .onConflict((oc) => oc.doNothing())
  const inserted = new Set((await insert.returning('record_pk').execute()).map(({ record_pk }) => record_pk))
  const fresh = added.filter(({ pk }) => inserted.has(pk))
  await logEvents(
    tx,
    fresh.map(({ id }) => ({
      ...aboutRecord(user, { id, dataset_id: datasetId }),
      kind: 'skip.create' as const,
      after: { record_id: id },
    })),
  )
  return fresh.map(({ id }) => id)
}

async function removeSkips(
  tx: Tx,
  user: SessionUser,
  datasetId: string,
  records: readonly SkippedRecord[],
): Promise<void> {
  if (records.length === 0) return
  const pks = records.map(({ pk }) => pk)
  await tx.deleteFrom('skips').where('user_id', '=', user.id).where('record_pk', 'in', pks).execute()
  await logEvents(
    tx,
    records.map(({ id }) => ({
      ...aboutRecord(user, { id, dataset_id: datasetId }),
      kind: 'skip.delete' as const,
      before: { record_id: id },
    })),
  )
}

function findAllSkipped(tx: Tx, { id }: SessionUser, datasetId: string): Promise<number[]> {
  return findSkipped(tx, { datasetId, userId: id, target: undefined })
}

/** Records of a dataset by id, each once, in the order given. */
async function selectRecords(tx: Tx, datasetId: string, ids: readonly string[]): Promise<SkippedRecord[]> {
  const named = tx.selectFrom('records').select(['pk', 'id']).where('id', 'in', ids).where('dataset_id', '=', datasetId)
  const found = new Map((await named.execute()).map(({ pk, id }) => [id, pk]))
  return [...new Set(ids)].flatMap((id) => {
    const pk = found.get(id)
    return pk === undefined ? [] : [{ pk, id }]
  })
}

/** Those of some records to which a user has a response. */
async function findAnswered(tx: Tx, { id }: SessionUser, pks: readonly number[]): Promise<Set<number>> {
  if (pks.length === 0) return new Set()
  const own = tx.selectFrom('responses').select('record_pk').where('user_id', '=', id).where('record_pk', 'in', pks)
  return new Set((await own.execute()).map(({ record_pk }) => record_pk))
}
