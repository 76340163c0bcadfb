import type { SessionUser } from '../../../context'
import { about, logEvent } from '../../../db/events'
import type { Tx } from '../../../db/tables'
import { addToRecordCount, deleteRecordRows, findRecords } from './records.store'
import { findResponses, findSuggestions } from './relations.store'
import type { StoredRecord } from './stored-record'

/** Delete records of a dataset by id; ids of other records are ignored. */
export async function deleteRecords(
  tx: Tx,
  user: SessionUser,
  datasetId: string,
  ids: readonly string[],
): Promise<void> {
  await deleteFound(tx, user, datasetId, await findRecords(tx, datasetId, 'id', ids))
}

/** Delete one record. */
export async function deleteRecord(tx: Tx, user: SessionUser, record: StoredRecord): Promise<void> {
  await deleteFound(tx, user, record.dataset_id, [record])
}

/** The log keeps what was deleted, people's answers included. */
async function deleteFound(
  tx: Tx,
  user: SessionUser,
  datasetId: string,
  records: readonly StoredRecord[],
): Promise<void> {
  if (records.length === 0) return
  const pks = records.map(({ pk }) => pk)
  const responses = await findResponses(tx, pks, {})
  const suggestions = await findSuggestions(tx, pks)
  for (const record of records)
    await logEvent(tx, {
      kind: 'record.delete',
      ...about(user, record),
      before: { ...record, responses: responses.get(record.pk) ?? [], suggestions: suggestions.get(record.pk) ?? [] },
    })
  await addToRecordCount(tx, datasetId, -(await deleteRecordRows(tx, pks)))
}
