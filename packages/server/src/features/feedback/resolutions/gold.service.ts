import type { SessionUser } from '../../../context'
import { lockRecord } from '../../../db/engines/lock-records'
import { logEvent } from '../../../db/events'
import type { Db, Tx } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import type { StoredRecord } from '../common/stored-record'
import { updateStats } from '../datasets/dataset-stats'
import { recountResponses } from '../responses/response-counts'
import { findGoldAmong, listGold, setGold, unsetGold } from './gold.store'
import { isResolved } from './resolutions.store'

export { findGoldAmong, listGold, setGold }

/** Maximum number of gold records in a dataset: a page of a queue reads those that its user has not answered. */
export const MOST_GOLD = 1000

export async function isGold(db: Db, { pk }: StoredRecord): Promise<boolean> {
  return (await findGoldAmong(db, [pk])).has(pk)
}

/** Make a record gold. It counts as completed from then on. @throws InvalidError without a resolution, and when there are too many */
export async function markGold(tx: Tx, user: SessionUser, record: StoredRecord): Promise<void> {
  await lockRecord(tx, record)
  if (await isGold(tx, record)) return
  if (!(await isResolved(tx, record.pk)))
    throw new InvalidError(`Record with id \`${record.id}\` has no resolution that could be its known answer`)
  if ((await listGold(tx, record.dataset_id)).length >= MOST_GOLD)
    throw new InvalidError(`A dataset can have at most ${MOST_GOLD} gold records`)
  await setGold(tx, record)
  await logEvent(tx, { ...aboutRecord(user, record), kind: 'gold.create', after: { record_id: record.id } })
  await updateStats(tx, record.dataset_id, { isReopened: true })
}

/** Make a gold record ordinary again; an ordinary one stays as it is. */
export async function unmarkGold(tx: Tx, user: SessionUser, record: StoredRecord): Promise<void> {
  await lockRecord(tx, record)
  if (!(await isGold(tx, record))) return
  await unsetGold(tx, record.pk)
  await recountResponses(tx, [record.pk])
  await logEvent(tx, { ...aboutRecord(user, record), kind: 'gold.delete', before: { record_id: record.id } })
  await updateStats(tx, record.dataset_id, { isReopened: true })
}

/** Being gold has no id of its own: its events use the id of the record. */
function aboutRecord(user: SessionUser, { id, dataset_id }: StoredRecord) {
  return { subjectId: id, userId: user.id, datasetId: dataset_id, recordId: id }
}
