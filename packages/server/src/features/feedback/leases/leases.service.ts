import type { Lease, Leases } from '@postil/contract/feedback/team/leases'
import { sql } from 'kysely'
import type { SessionUser } from '../../../context'
import { wireTime } from '../../../db/clock'
import { storeTime } from '../../../db/engines/engine-sql'
import { isPostgres } from '../../../db/engines/is-postgres'
import { lockDataset, lockFirst, lockRecord, lockRecords } from '../../../db/engines/lock-records'
import { prepared } from '../../../db/prepared'
import type { DatasetTable, Tx } from '../../../db/tables'
import { ConflictError } from '../../../errors'
import { isTheirs } from '../../../search/assigned'
import { padded } from '../../../search/key-list'
import { findOpenElsewhere } from '../../../search/open-elsewhere'
import { GOLD_COUNT, queueRules } from '../../../search/record-query'
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
  if (dataset.hand_out === 'everyone') return { expires_at: null }
  await lockRecord(tx, record)
  const free = await findFree(tx, user, dataset, [record.id])
  if (free.length === 0)
    throw new ConflictError(
      `Record with id \`${record.id}\` has enough answers, is open elsewhere, or is assigned to others`,
    )
  return { expires_at: await replaceLeases(tx, user, dataset, free) }
}

/**
 * Lease those of some records to a user that can be leased, instead of other records: all, or the first ones up to a limit. Their row locks
 * decide between concurrent requests. With a limit, records that another request has locked are passed over, so that nobody waits for others who ask
 * for the same next record.
 */
export async function takeLeases(
  tx: Tx,
  user: SessionUser,
  dataset: DatasetTable,
  { record_ids: ids, limit }: { record_ids: readonly string[]; limit?: number | undefined },
): Promise<Leases> {
  if (dataset.hand_out === 'everyone') return { expires_at: null, record_ids: ids.slice(0, limit) }
  await lockDataset(tx, dataset.id)
  if (limit === undefined) await lockRecords(tx, { ids, datasetId: dataset.id })
  const free = await (limit === undefined
    ? findFree(tx, user, dataset, ids)
    : findFirstFree(tx, user, dataset, { ids, limit }))
  return { expires_at: await replaceLeases(tx, user, dataset, free), record_ids: free.map(({ id }) => id) }
}

/** The first of some records that can be leased to a user, locked; fewer than the limit when others take some at the same moment. */
export async function findFirstFree(
  tx: Tx,
  user: SessionUser,
  dataset: DatasetTable,
  { ids, limit }: { ids: readonly string[]; limit: number },
): Promise<LeasedRecord[]> {
  let rest = ids
  // Only the first round may wait for a lock: later ones hold some already, in no order, and could wait for each other.
  for (let mayWait = true; ; mayWait = false) {
    const open = (await findFree(tx, user, dataset, rest)).map(({ id }) => id)
    const locked = await lockFirst(tx, open, { limit, mayWait })
    const free = await findFree(tx, user, dataset, locked)
    if (free.length > 0 || locked.length === 0) return free
    rest = open.filter((id) => !locked.includes(id))
  }
}

/** End a user's lease of a record, if there is one. */
export async function endLease(tx: Tx, user: SessionUser, record: StoredRecord): Promise<void> {
  await tx.deleteFrom('leases').where('record_pk', '=', record.pk).where('user_id', '=', user.id).execute()
}

export type LeasedRecord = { pk: number; id: string }

/** Those of some records that can be leased to a user, in the order given; certain only of records that are locked. */
async function findFree(
  tx: Tx,
  user: SessionUser,
  dataset: DatasetTable,
  recordIds: readonly string[],
): Promise<LeasedRecord[]> {
  if (recordIds.length === 0) return []
  const { target = 0, hasAssignments = false } = queueRules(dataset)
  const of = { datasetId: dataset.id, userId: user.id, target, hasAssignments }
  const [{ rows }, elsewhere] = await Promise.all([
    selectOpen(tx, { ...of, ids: padded(recordIds) }),
    findOpenElsewhere(tx, of),
  ])
  const taken = new Set(elsewhere)
  const pks = new Map(rows.map(({ id, pk }) => [id, pk]))
  return [...new Set(recordIds)].flatMap((id) => {
    const pk = pks.get(id)
    return pk === undefined || taken.has(pk) ? [] : [{ pk, id }]
  })
}

/** Lease records to a user instead of all others of the dataset. Returns when the leases end; null when there are none. */
export async function replaceLeases(
  tx: Tx,
  user: SessionUser,
  dataset: DatasetTable,
  records: readonly { pk: number }[],
): Promise<string | null> {
  const leases = { datasetId: dataset.id, userId: user.id, pks: padded(records.map(({ pk }) => pk)) }
  const [, , expiresAt] = await Promise.all([
    lockLeases(tx, leases),
    deleteOthers(tx, leases),
    insertLeases(tx, leases),
  ])
  return expiresAt === undefined ? null : wireTime(expiresAt)
}

interface OpenOf {
  datasetId: string
  userId: string
  target: number
  hasAssignments: boolean
  ids: readonly string[]
}

/** As a value: for a join PostgreSQL reads the counts of all records. */
const SUBMITTED = sql`(select c.submitted from response_counts as c where c.record_pk = r.pk)`

/** Those of some records that are gold, or need more answers and are not assigned to others only. */
const selectOpen = prepared((tx: Tx, { datasetId, userId, target, hasAssignments, ids }: OpenOf) =>
  tx
    .selectFrom('records as r')
    .select(['r.pk', 'r.id'])
    .where('r.id', 'in', ids)
    .where('r.dataset_id', '=', datasetId)
    .where(({ and, or, ref }) =>
      or([
        sql<boolean>`${SUBMITTED} >= ${sql.lit(GOLD_COUNT)}`,
        and([
          sql<boolean>`coalesce(${SUBMITTED}, 0) < ${target}`,
          ...(hasAssignments ? [isTheirs(ref('r.pk'), userId)] : []),
        ]),
      ]),
    ),
)

interface LeasesOf {
  datasetId: string
  userId: string
  pks: readonly number[]
}

/** In order, so that two requests of a user that delete each other's leases wait for each other and never deadlock. */
async function lockLeases(tx: Tx, { datasetId, userId }: LeasesOf): Promise<void> {
  if (isPostgres(tx))
    await sql`select record_pk from leases where dataset_id = ${datasetId} and user_id = ${userId} order by record_pk for update`.execute(
      tx,
    )
}

const deleteOthers = prepared((tx: Tx, { datasetId, userId, pks }: LeasesOf) =>
  tx
    .deleteFrom('leases')
    .where('dataset_id', '=', datasetId)
    .where('user_id', '=', userId)
    .$if(pks.length > 0, (others) => others.where('record_pk', 'not in', pks)),
)

/** @returns when the leases end (µs); undefined when there are none */
async function insertLeases(tx: Tx, leases: LeasesOf): Promise<number | undefined> {
  if (leases.pks.length === 0) return undefined
  const { rows } = await upsertLeases(tx, leases)
  return Math.min(...rows.map(({ expires_at }) => expires_at))
}

const upsertLeases = prepared((tx: Tx, { datasetId, userId, pks }: LeasesOf) =>
  tx
    .insertInto('leases')
    .columns(['dataset_id', 'user_id', 'record_pk', 'expires_at'])
    .expression(({ selectFrom, val }) =>
      selectFrom('records')
        .select([
          val(datasetId).as('dataset_id'),
          val(userId).as('user_id'),
          'pk',
          sql<number>`${storeTime(tx)} + ${sql.lit(LEASE_MICROS)}`.as('expires_at'),
        ])
        .where('pk', 'in', pks),
    )
    .onConflict((oc) =>
      oc.columns(['user_id', 'dataset_id', 'record_pk']).doUpdateSet((eb) => ({
        expires_at: eb.ref('excluded.expires_at'),
      })),
    )
    .returning('expires_at'),
)
