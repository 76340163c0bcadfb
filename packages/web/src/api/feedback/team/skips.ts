import { api } from '../../client.ts'

/** Take a record out of the user's pending records, for the time being. Like all functions here, throws what the client throws. */
export async function skipRecord(recordId: string): Promise<void> {
  await api('PUT /api/v1/records/{record_id}/skip', { params: { record_id: recordId } })
}

/** Put a skipped record back. */
export async function unskipRecord(recordId: string): Promise<void> {
  await api('DELETE /api/v1/records/{record_id}/skip', { params: { record_id: recordId } })
}

/** Skip several records of a dataset, at most 1,000, or put them back. Returns those that were skipped or put back. */
export async function skipRecords(
  datasetId: string,
  recordIds: readonly string[],
  isSkipped = true,
): Promise<string[]> {
  const { record_ids } = await api('PUT /api/v1/me/datasets/{dataset_id}/skips', {
    params: { dataset_id: datasetId },
    body: { record_ids: [...recordIds], is_skipped: isSkipped },
  })
  return record_ids
}

/** Put all skipped records of a dataset back. */
export async function unskipRecords(datasetId: string): Promise<void> {
  await api('DELETE /api/v1/me/datasets/{dataset_id}/skips', { params: { dataset_id: datasetId } })
}
