import type { LexicalVectors } from '@postil/contract/feedback/settings/vectors-settings'
import { api } from '../client.ts'
import { named } from '../errors.ts'

/** Create vectors of a dataset from the words and letters of its records. Throws ERROR_PATCHING_VECTORS. */
export function createLexicalVectors(datasetId: string): Promise<LexicalVectors> {
  return named('ERROR_PATCHING_VECTORS', () =>
    api('POST /api/v1/datasets/{dataset_id}/vectors-settings/lexical', { params: { dataset_id: datasetId } }),
  )
}

/** Progress of creating these vectors. Throws ERROR_FETCHING_VECTORS, also when the dataset has none. */
export function fetchLexicalVectors(datasetId: string, signal?: AbortSignal): Promise<LexicalVectors> {
  return named('ERROR_FETCHING_VECTORS', () =>
    api('GET /api/v1/datasets/{dataset_id}/vectors-settings/lexical', { params: { dataset_id: datasetId }, signal }),
  )
}
