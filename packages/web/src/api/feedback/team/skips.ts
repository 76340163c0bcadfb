import { api } from '../../client.ts'

/** Take a record out of the user's pending records, for the time being. Like all functions here, throws what the client throws. */
export async function skipRecord(recordId: string): Promise<void> {
  await api('PUT /api/v1/records/{record_id}/skip', { params: { record_id: recordId } })
}

/** Put a skipped record back. */
export async function unskipRecord(recordId: string): Promise<void> {
  await api('DELETE /api/v1/records/{record_id}/skip', { params: { record_id: recordId } })
}

/** Put all skipped records of a dataset back. */
export async function unskipRecords(datasetId: string): Promise<void> {
  await api('DELETE /api/v1/me/datasets/{dataset_id}/skips', { params: { dataset_id: datasetId } })
}
