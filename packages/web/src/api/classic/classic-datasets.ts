import type { Task } from '@postil/contract/task/constants'
import type { TaskDatasetBody } from '@postil/contract/task/datasets'
import { api } from '../client.ts'
import type { DatasetMetrics } from '../feedback/metrics.ts'
import { DATASET_LIST_FRESH_MS, fresh } from '../freshness.ts'

/** A classic dataset as the list shows it. */
export interface ClassicDataset extends TaskDatasetBody {
  /** The present name of its workspace, when it was opened by a former one. */
  renamed?: string | undefined
}

/** Identifies a classic dataset. */
export interface ClassicName {
  workspace: string
  name: string
}

/** The classic datasets the user can see. */
export async function fetchClassicDatasets(): Promise<ClassicDataset[]> {
  return fresh(await api.answer('GET /api/datasets/'), (items) => items, DATASET_LIST_FRESH_MS)
}

/** Counts of validated and discarded records of a classic dataset, in the shape of a feedback dataset's counts. */
export async function fetchClassicCounts({ workspace, name }: ClassicName, task: Task): Promise<DatasetMetrics> {
  const answer = await api.answer(SEARCH[task], { params: { name }, query: { workspace, limit: 0 }, body: {} })
  return fresh(answer, ({ total, aggregations }) => {
    const submitted = aggregations?.status.Validated ?? 0
    const discarded = aggregations?.status.Discarded ?? 0
    return { total, pending: Math.max(0, total - submitted - discarded), submitted, discarded, draft: 0, skipped: 0 }
  })
}

/** Delete a classic dataset; only a 200 counts. */
export async function deleteClassicDataset({ workspace, name }: ClassicName): Promise<void> {
  const { status } = await api.answer('DELETE /api/datasets/{name}', { params: { name }, query: { workspace } })
  if (status !== 200) throw Object.assign(new Error('The dataset was not deleted.'), { status })
}

/** The search route of each task. */
export const SEARCH = {
  TextClassification: 'POST /api/datasets/{name}/TextClassification:search',
  TokenClassification: 'POST /api/datasets/{name}/TokenClassification:search',
  Text2Text: 'POST /api/datasets/{name}/Text2Text:search',
} as const
