import type { SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import { lockRecord } from '../../../db/engines/lock-records'
import type { Tx } from '../../../db/tables'
import { ConflictError, InvalidError } from '../../../errors'
import { findSkipped } from '../../../search/skipped'
import type { StoredRecord } from '../common/stored-record'

/** Maximum number of records of a dataset that a user may skip, since every search excludes them by key. */
const MOST_SKIPS = 1000

/**
 * Remove a record from a user's pending records for now. Skipping it again has no effect.
 *
 * @throws ConflictError when the user has a response to it, so that it is not pending for them (drafts have a list of their own)
 * @throws InvalidError when the user has skipped too many records
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
 * Delete a user's skip of a record. Must also be called when their response is deleted, since the record is then pending for them again. A
 * response makes the skip ineffective without deleting it.
 */
export async function deleteSkip(tx: Tx, userId: string, recordPk: number): Promise<void> {
  await tx.deleteFrom('skips').where('record_pk', '=', recordPk).where('user_id', '=', userId).execute()
}

/** Delete all skips of a user in a dataset. */
export async function deleteSkips(tx: Tx, userId: string, datasetId: string): Promise<void> {
  await tx.deleteFrom('skips').where('dataset_id', '=', datasetId).where('user_id', '=', userId).execute()
}

async function hasResponse(tx: Tx, { id }: SessionUser, { pk }: StoredRecord): Promise<boolean> {
  const found = tx.selectFrom('responses').select('id').where('record_pk', '=', pk).where('user_id', '=', id)
  return (await found.executeTakeFirst()) !== undefined
}
