import type { SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import { lockRecord } from '../../../db/engines/lock-records'
import type { Tx } from '../../../db/tables'
import { ConflictError, InvalidError } from '../../../errors'
import { findSkipped } from '../../../search/skipped'
import type { StoredRecord } from '../common/stored-record'

/** Skipped records are left out of each search by key: a user who has skipped so many of a dataset has to look at some again. */
const MOST_SKIPS = 1000

/**
 * Leave a record out of a user's pending records. Skipping it again changes nothing.
 *
 * @throws ConflictError when the user has a response to it: it is not pending for them, and a draft is in a queue of its own
 */
export async function skipRecord(tx: Tx, user: SessionUser, record: StoredRecord): Promise<void> {
  await lockRecord(tx, record)
  if (await hasResponse(tx, user, record))
    throw new ConflictError(`Record with id \`${record.id}\` has a response by user with id \`${user.id}\``)
  const skipped = await findSkipped(tx, { datasetId: record.dataset_id, userId: user.id, target: undefined })
  if (skipped.includes(record.pk)) return
  if (skipped.length >= MOST_SKIPS)
    throw new InvalidError(`At most ${MOST_SKIPS} records of a dataset can be skipped at a time`)
  await tx
    .insertInto('skips')
    .values({ dataset_id: record.dataset_id, user_id: user.id, record_pk: record.pk, inserted_at: nowMicros() })
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/**
 * Forget that a user has skipped a record. Called also when their response is deleted: it made the skip void, and the record is pending for
 * them again. Answers themselves write nothing here.
 */
export async function deleteSkip(tx: Tx, userId: string, recordPk: number): Promise<void> {
  await tx.deleteFrom('skips').where('record_pk', '=', recordPk).where('user_id', '=', userId).execute()
}

/** Forget all that a user has skipped in a dataset. */
export async function deleteSkips(tx: Tx, userId: string, datasetId: string): Promise<void> {
  await tx.deleteFrom('skips').where('dataset_id', '=', datasetId).where('user_id', '=', userId).execute()
}

async function hasResponse(tx: Tx, { id }: SessionUser, { pk }: StoredRecord): Promise<boolean> {
  const found = tx.selectFrom('responses').select('id').where('record_pk', '=', pk).where('user_id', '=', id)
  return (await found.executeTakeFirst()) !== undefined
}
