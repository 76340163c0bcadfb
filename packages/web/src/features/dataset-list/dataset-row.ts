import type { Dataset } from '@postil/contract/feedback/datasets'
import type { Task } from '@postil/contract/task/constants'
import type { ClassicDataset } from '../../api/classic/classic-datasets.ts'
import { parseServerTime } from '../../api/server-time.ts'

/** The four kinds of dataset in display order: one of the newer family, three of the classic one. */
export const KINDS = ['Feedback', 'TextClassification', 'TokenClassification', 'Text2Text'] as const
export type Kind = 'Feedback' | Task

/** One tag of a dataset. */
export interface Tag {
  key: string
  value: string
}

interface RowCommon {
  /** Unique among all rows. */
  key: string
  /** The server's id. */
  id: string
  name: string
  /** Workspace name; empty when unknown. */
  workspace: string
  tags: readonly Tag[]
  created: Date
  /** Time of the last activity. */
  updated: Date
  /** Path of its page. */
  to: string
  settingsTo: string
  /** Path of the progress of its team, for leads. */
  progressTo: string
}

/** A dataset in the list. */
export type DatasetRow =
  | (RowCommon & { kind: 'Feedback'; isDraft: boolean })
  | (RowCommon & { kind: Task; isDraft: false })

/** Feedback datasets as rows; workspace names come from a separate request. */
export function rowsOfFeedback(
  datasets: readonly Dataset[],
  workspaceNames: ReadonlyMap<string, string>,
): DatasetRow[] {
  return datasets.map((dataset) => ({
    key: `feedback:${dataset.id}`,
    id: dataset.id,
    kind: 'Feedback',
    name: dataset.name,
    workspace: workspaceNames.get(dataset.workspace_id) ?? '',
    tags: [],
    created: parseServerTime(dataset.inserted_at),
    updated: parseServerTime(dataset.last_activity_at),
    to: `/dataset/${dataset.id}/annotation-mode`,
    settingsTo: `/dataset/${dataset.id}/settings`,
    progressTo: `/dataset/${dataset.id}/progress`,
    isDraft: dataset.status === 'draft',
  }))
}

/** Classic datasets as rows. */
export function rowsOfClassic(datasets: readonly ClassicDataset[]): DatasetRow[] {
  return datasets.map((dataset) => {
    const to = `/datasets/${encodeURIComponent(dataset.workspace)}/${encodeURIComponent(dataset.name)}`
    return {
      key: `task:${dataset.workspace}/${dataset.name}`,
      id: dataset.id,
      kind: dataset.task,
      name: dataset.name,
      workspace: dataset.workspace,
      tags: Object.entries(dataset.tags).map(([key, value]) => ({ key, value })),
      created: parseServerTime(dataset.created_at),
      updated: parseServerTime(dataset.last_updated),
      to,
      settingsTo: `${to}/settings`,
      progressTo: `${to}/progress`,
      isDraft: false,
    }
  })
}
