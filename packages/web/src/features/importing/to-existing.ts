import { fetchGrowingDataset } from '@postil/importing/upload/held-parts'
import { api } from '../../api/client.ts'
import type { ImportTo } from './import-state.ts'
import { findKept } from './kept-upload.ts'

/** A dataset that is there as the place for the rows of a file, with what an earlier upload of the file left to do. */
export async function toExisting(file: File, datasetId: string, userId: string): Promise<ImportTo> {
  const [dataset, kept] = await Promise.all([fetchGrowingDataset(api, datasetId), findKept(file, userId, datasetId)])
  return { kind: 'existing', dataset, kept }
}
