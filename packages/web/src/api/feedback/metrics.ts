import type { DatasetProgress } from '@postil/contract/feedback/datasets'
import type { StatusCounts } from '@postil/domain/outbox/select'
import { api } from '../client.ts'
import { fresh } from '../freshness.ts'

/** Counts of a dataset as the user sees them. */
export interface DatasetMetrics extends StatusCounts {
  total: number
  /** Records that the user has skipped, which are not among the pending ones. */
  skipped: number
}

/**
 * How many records the user has answered, by status. Failures are not shown to the user (spec section 8). Throws what
 * the client threw.
 */
export async function fetchDatasetMetrics(datasetId: string): Promise<DatasetMetrics> {
  const answer = await api.answer('GET /api/v1/me/datasets/{dataset_id}/metrics', { params: { dataset_id: datasetId } })
  return fresh(answer, ({ records, responses: { submitted, discarded, draft, pending, skipped } }) => ({
    total: records.count,
    pending,
    skipped,
    submitted,
    discarded,
    draft,
  }))
}

/** How many records are completed by all users together. Throws what the client threw. */
export function fetchDatasetProgress(datasetId: string): Promise<DatasetProgress> {
  return api('GET /api/v1/datasets/{dataset_id}/progress', { params: { dataset_id: datasetId } })
}
