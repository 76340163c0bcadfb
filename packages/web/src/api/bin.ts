import type { DeletedDataset, RestoredDataset } from '@postil/contract/bin'
import { api } from './client.ts'

export type { DeletedDataset, RestoredDataset }

export const BIN_KEY = ['bin'] as const

/** The deleted datasets that the user may restore, and for how many days each is kept. */
export function fetchBin(): Promise<{ items: DeletedDataset[]; days: number }> {
  return api('GET /api/v1/bin')
}

/** Restore a deleted dataset. It gets another name if its own was taken in the meantime. */
export function restoreDataset(id: string): Promise<RestoredDataset> {
  return api('POST /api/v1/bin/{dataset_id}/restore', { params: { dataset_id: id } })
}

/** Delete a dataset in the bin permanently. */
export function purgeDataset(id: string): Promise<DeletedDataset> {
  return api('DELETE /api/v1/bin/{dataset_id}', { params: { dataset_id: id } })
}
