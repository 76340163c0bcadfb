import type { Lease } from '@postil/contract/feedback/team/leases'
import { sql } from 'kysely'
import type { SessionUser } from '../../../context'
import { wireTime } from '../../../db/clock'
import { lockRecord } from '../../../db/engines/lock-records'
import { storeTime } from '../../../db/engines/store-time'
import type { Tx } from '../../../db/tables'
import { ConflictError } from '../../../errors'
import { isTheirs } from '../../../search/assigned'
import { findOpenElsewhere } from '../../../search/open-elsewhere'
import { queueRules } from '../../../search/record-query'
import type { StoredRecord } from '../common/stored-record'
import { getDataset } from '../datasets/datasets.service'

/** Duration of a lease that is not renewed, as after a closed tab or a lost connection. */
const LEASE_MICROS = 3 * 60 * 1_000_000

/**
 * Lease a record to a user. The record's row lock decides between concurrent requests, also on several servers.
 *
 * @throws ConflictError when others have answered it, or have it open, as often as it needs, or when it is assigned to others
 */
export async function takeLease(tx: Tx, user: SessionUser, record: StoredRecord): Promise<Lease> {
  const { target, hasAssignments } = queueRules(await getDataset(tx, record.dataset_id))
  if (target === undefined) return { expires_at: null }
  await lockRecord(tx, record)
  const query = { datasetId: record.dataset_id, userId: user.id, target, hasAssignments }
  if (await isTaken(tx, query, record))
    throw new ConflictError(
      `Record with id \`${record.id}\` has enough answers, is open elsewhere, or is assigned to others`,
    )
  const expiresAt = sql<number>`${storeTime(tx)} + ${sql.lit(LEASE_MICROS)}`
  const { expires_at } = await tx
    .insertInto('leases')
    .values({ dataset_id: record.dataset_id, user_id: user.id, record_pk: record.pk, expires_at: expiresAt })
    .onConflict((oc) =>
      oc.columns(['dataset_id', 'user_id']).doUpdateSet((eb) => ({
        record_pk: eb.ref('excluded.record_pk'),
        expires_at: eb.ref('excluded.expires_at'),
      })),
    )
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { expires_at: wireTime(Number(expires_at)) }
}

/** End a user's lease of a record, if there is one. */
export async function endLease(tx: Tx, user: SessionUser, record: StoredRecord): Promise<void> {
  await tx.deleteFrom('leases').where('record_pk', '=', record.pk).where('user_id', '=', user.id).execute()
}

async function isTaken(
  tx: Tx,
  query: { datasetId: string; userId: string; target: number; hasAssignments: boolean | undefined },
  record: StoredRecord,
): Promise<boolean> {
  const counts = await tx
    .selectFrom('response_counts')
    .select('submitted')
    .where('record_pk', '=', record.pk)
    .executeTakeFirst()
  if ((counts?.submitted ?? 0) >= query.target) return true
  if (query.hasAssignments && !(await isAssignedOrFree(tx, record, query.userId))) return true
  return (await findOpenElsewhere(tx, query)).includes(record.pk)
}

async function isAssignedOrFree(tx: Tx, record: StoredRecord, userId: string): Promise<boolean> {
  const found = tx.selectFrom('records').select('pk').where('pk', '=', record.pk)
  return (await found.where(({ ref }) => isTheirs(ref('pk'), userId)).executeTakeFirst()) !== undefined
}
