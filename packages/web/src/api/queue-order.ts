import type { QueueOrder } from '@postil/contract/feedback/datasets'
import { api } from './client.ts'

/** The order in which annotators get records. */
export async function fetchQueueOrder(datasetId: string): Promise<QueueOrder> {
  return (await api('GET /api/v1/datasets/{dataset_id}/queue', { params: { dataset_id: datasetId } })).order
}

/** Set that order. */
export async function saveQueueOrder(datasetId: string, order: QueueOrder): Promise<QueueOrder> {
  const params = { dataset_id: datasetId }
  return (await api('PUT /api/v1/datasets/{dataset_id}/queue', { params, body: { order } })).order
}
