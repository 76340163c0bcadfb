import type { Lease, Leases } from '@postil/contract/feedback/team/leases'
import { sql } from 'kysely'
import type { SessionUser } from '../../../context'
import { wireTime } from '../../../db/clock'
import { lockDataset, lockRecord, lockRecords } from '../../../db/engines/lock-records'
import { storeTime } from '../../../db/engines/store-time'
import type { DatasetTable, Tx } from '../../../db/tables'
import { ConflictError } from '../../../errors'
import { isTheirs } from '../../../search/assigned'
import { findOpenElsewhere } from '../../../search/open-elsewhere'
import { queueRules } from '../../../search/record-query'
import type { StoredRecord } from '../common/stored-record'
import { getDataset } from '../datasets/datasets.service'

/** Duration of a lease that is not renewed, as after a closed tab or a lost connection. */
const LEASE_MICROS = 3 * 60 * 1_000_000

/**
 * Lease a record to a user, instead of other records. The record's row lock decides between concurrent requests, also on several servers.
 *
 * @throws ConflictError when others have answered it, or have it open, as often as it needs, or when it is assigned to others
 */
export async function takeLease(tx: Tx, user: SessionUser, record: StoredRecord): Promise<Lease> {
  const dataset = await getDataset(tx, record.dataset_id)
  if (queueRules(dataset).target === undefined) return { expires_at: null }
  await lockRecord(tx, record)
  const { expires_at, record_ids } = await leaseLocked(tx, user, dataset, [record.id])
  if (record_ids.length === 0)
    throw new ConflictError(
      `Record with id \`${record.id}\` has enough answers, is open elsewhere, or is assigned to others`,
    )
  return { expires_at }
}

/** Lease those of some records to a user that can be leased, instead of other records. Their row locks decide between concurrent requests. */
export async function takeLeases(
  tx: Tx,
  user: SessionUser,
  dataset: DatasetTable,
  recordIds: readonly string[],
): Promise<Leases> {
  if (queueRules(dataset).target === undefined) return { expires_at: null, record_ids: [...recordIds] }
  await lockDataset(tx, dataset.id)
  await lockRecords(tx, { ids: recordIds })
  return leaseLocked(tx, user, dataset, recordIds)
}

/** End a user's lease of a record, if there is one. */
export async function endLease(tx: Tx, user: SessionUser, record: StoredRecord): Promise<void> {
  await tx.deleteFrom('leases').where('record_pk', '=', record.pk).where('user_id', '=', user.id).execute()
}

async function leaseLocked(
  tx: Tx,
  user: SessionUser,
  dataset: DatasetTable,
  recordIds: readonly string[],
): Promise<Leases> {
  const { target = 0, hasAssignments } = queueRules(dataset)
  const of = { datasetId: dataset.id, userId: user.id, target, hasAssignments }
  const [open, elsewhere] = await Promise.all([findOpen(tx, of, recordIds), findOpenElsewhere(tx, of)])
  const taken = new Set(elsewhere)
  const free = open.filter(({ pk }) => !taken.has(pk))
  const pks = free.map(({ pk }) => pk)
  const [, expiresAt] = await Promise.all([deleteOthers(tx, of, pks), insertLeases(tx, of, pks)])
  return { expires_at: expiresAt === undefined ? null : wireTime(expiresAt), record_ids: free.map(({ id }) => id) }
}

interface OfUser {
  datasetId: string
  userId: string
  target: number
  hasAssignments: boolean | undefined
}

/** Those of some records that need more answers and are not assigned to others only. */
async function findOpen(
  tx: Tx,
  { datasetId, userId, target, hasAssignments }: OfUser,
  recordIds: readonly string[],
): Promise<{ pk: number; id: string }[]> {
  if (recordIds.length === 0) return []
  const rows = await tx
    .selectFrom('records as r')
    .leftJoin('response_counts as c', 'c.record_pk', 'r.pk')
    .select(['r.pk', 'r.id'])
    .where('r.id', 'in', recordIds)
    .where('r.dataset_id', '=', datasetId)
    .where(sql<boolean>`coalesce(c.submitted, 0) < ${target}`)
    .$if(hasAssignments === true, (open) => open.where(({ ref }) => isTheirs(ref('r.pk'), userId)))
    .execute()
  return rows.map(({ pk, id }) => ({ pk: Number(pk), id }))
}

async function deleteOthers(tx: Tx, { datasetId, userId }: OfUser, pks: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('leases')
    .where('dataset_id', '=', datasetId)
    .where('user_id', '=', userId)
    .$if(pks.length > 0, (others) => others.where('record_pk', 'not in', pks))
    .execute()
}

/** @returns when the leases end (µs); undefined when there are none */
async function insertLeases(
  tx: Tx,
  { datasetId, userId }: OfUser,
  pks: readonly number[],
): Promise<number | undefined> {
  if (pks.length === 0) return undefined
  const rows = await tx
    .insertInto('leases')
    .values(
      pks.map((record_pk) => ({
        ...{ dataset_id: datasetId, user_id: userId, record_pk },
        expires_at: sql<number>`${storeTime(tx)} + ${sql.lit(LEASE_MICROS)}`,
      })),
    )
    .onConflict((oc) =>
      oc.columns(['user_id', 'dataset_id', 'record_pk']).doUpdateSet((eb) => ({
        expires_at: eb.ref('excluded.expires_at'),
      })),
    )
    .returning('expires_at')
    .execute()
  return Math.min(...rows.map(({ expires_at }) => Number(expires_at)))
}
