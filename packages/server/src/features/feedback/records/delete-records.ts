import type { SessionUser } from '../../../context'
import { lockRecord, lockRecords } from '../../../db/engines/lock-records'
import { aboutRecord, logEvents } from '../../../db/events'
import type { Tx } from '../../../db/tables'
import { fitting } from '../../../http/bodies/reply-size'
import type { StoredRecord } from '../common/stored-record'
import { updateStats } from '../datasets/dataset-stats'
import { findGoldAmong } from '../resolutions/gold.service'
import { resolutionText } from '../resolutions/resolutions.wire'
import { readVectors } from './log-changes'
import { deleteRecordRows, findRecordSizes, findRecords } from './records.store'
import { findResponses, findSuggestions } from './relations.store'

/** Delete records of a dataset by id, in batches that fit into memory. Ids of other datasets' records are ignored. */
export async function deleteRecords(
  tx: Tx,
  user: SessionUser,
  datasetId: string,
  ids: readonly string[],
): Promise<void> {
  await lockRecords(tx, { ids }, 'delete')
  let left = await findRecordSizes(tx, datasetId, ids)
  let deleted = 0
  while (left.length > 0) {
    const some = left.slice(0, fitting(left.map(({ bytes }) => bytes)))
    left = left.slice(some.length)
    const someIds = some.map(({ id }) => id)
    const records = await findRecords(tx, datasetId, 'id', someIds)
    // In their order in the dataset, in which they are listed to be restored.
    deleted += await deleteFound(
      tx,
      user,
      records.toSorted((one, other) => one.pk - other.pk),
    )
  }
  await updateStats(tx, datasetId, { added: -deleted })
}

/** Delete one record. */
export async function deleteRecord(tx: Tx, user: SessionUser, record: StoredRecord): Promise<void> {
  await lockRecord(tx, record, 'delete')
  await updateStats(tx, record.dataset_id, { added: -(await deleteFound(tx, user, [record])) })
}

/** Delete records. The event log keeps them, including people's answers. Returns the number of records that still existed. */
async function deleteFound(tx: Tx, user: SessionUser, records: readonly StoredRecord[]): Promise<number> {
  const pks = records.map(({ pk }) => pk)
  const responses = await findResponses(tx, pks, {})
  const suggestions = await findSuggestions(tx, pks)
  const vectors = await readVectors(tx, pks)
  const resolutions = await tx.selectFrom('resolutions').selectAll().where('record_pk', 'in', pks).execute()
  const assignments = await tx.selectFrom('assignments').selectAll().where('record_pk', 'in', pks).execute()
  const doubts = await tx.selectFrom('doubts').selectAll().where('record_pk', 'in', pks).execute()
  const gold = await findGoldAmong(tx, pks)
  await logEvents(
    tx,
    records.map((record) => ({
      kind: 'record.delete',
      ...aboutRecord(user, record),
      before: {
        ...record,
        responses: responses.get(record.pk) ?? [],
        suggestions: suggestions.get(record.pk) ?? [],
        vectors: vectors.get(record.pk) ?? {},
        resolutions: resolutions
          .filter((row) => row.record_id === record.id)
          .map((row) => JSON.parse(resolutionText(row))),
        is_gold: gold.has(record.pk),
        assignments: assignments.filter(({ record_pk }) => record_pk === record.pk),
        doubts: doubts.filter(({ record_id }) => record_id === record.id),
      },
    })),
  )
  return deleteRecordRows(tx, pks)
}
