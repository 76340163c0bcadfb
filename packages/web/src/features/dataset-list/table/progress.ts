import type { Task } from '@postil/contract/task/constants'
import { queryOptions } from '@tanstack/react-query'
import { fetchClassicCounts } from '../../../api/classic/classic-datasets.ts'
import { type DatasetMetrics, fetchDatasetMetrics, fetchDatasetProgress } from '../../../api/feedback/metrics.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import type { DatasetRow } from '../dataset-row.ts'

/** Progress of a dataset of either family. A failure is not reported: the cell stays empty. */
export function progressQuery(row: DatasetRow) {
  return queryOptions({
    queryKey:
      row.kind === 'Feedback' ? queryKeys.metrics(row.id) : ['task-dataset', row.workspace, row.name, 'metrics'],
    queryFn: (): Promise<DatasetMetrics> =>
      row.kind === 'Feedback' ? fetchDatasetMetrics(row.id) : fetchTaskMetrics(row, row.kind),
    meta: SILENT,
  })
}

/** Progress of all users together, for the managers of a feedback dataset. */
export function teamQuery({ id }: DatasetRow) {
  return queryOptions({
    queryKey: queryKeys.progress(id),
    queryFn: () => fetchDatasetProgress(id),
    meta: SILENT,
  })
}

/** Remaining records: pending ones and drafts. */
export function leftOf({ pending, draft }: DatasetMetrics): number {
  return pending + draft
}

function fetchTaskMetrics({ workspace, name }: DatasetRow, task: Task): Promise<DatasetMetrics> {
  return fetchClassicCounts({ workspace, name }, task)
}
