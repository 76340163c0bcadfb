import { fetchGrowingDataset } from '@postil/importing/upload/held-parts'
import { api } from '../../../api/client.ts'
import type { ImportTo } from '../import-state.ts'
import { findKept } from './kept-upload.ts'

/** An existing dataset as the target of a file, with the unfinished earlier upload of the file, if any. */
export async function toExisting(file: File, datasetId: string, userId: string): Promise<ImportTo> {
  const [dataset, kept] = await Promise.all([fetchGrowingDataset(api, datasetId), findKept(file, userId, datasetId)])
  return { kind: 'existing', dataset, kept }
}
