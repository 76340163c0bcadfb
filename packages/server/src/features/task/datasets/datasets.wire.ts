import type { TaskDatasetBody } from '@postil/contract/task/datasets'
import { wireTime } from '../../../db/clock'
import type { TaskDatasetRow } from '../../../db/task-tables'
import { parseMetadata, writableMetadata } from '../exact-metadata'

/** A classic dataset in replies (classic-api §3). */
export function toDatasetBody(row: TaskDatasetRow): TaskDatasetBody {
  return {
    id: datasetIdOf(row),
    name: row.name,
    task: row.task,
    workspace: row.workspace_name,
    owner: row.workspace_name,
    tags: JSON.parse(row.tags),
    metadata: writableMetadata(parseMetadata(row.metadata)),
    created_at: wireTime(row.created_at),
    ...(row.created_by !== null && { created_by: row.created_by }),
    last_updated: wireTime(row.last_updated),
  }
}

/** The id by which clients know a dataset: `<workspace>.<name>`. */
export function datasetIdOf(row: { workspace_name: string; name: string }): string {
  return `${row.workspace_name}.${row.name}`
}
