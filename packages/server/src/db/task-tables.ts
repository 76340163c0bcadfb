import type { Task } from '@postil/contract/task/constants'
import type { MetadataType } from '@postil/domain/task-records/metadata-type'
import type { Generated } from 'kysely'

/** The tables of the classic family, which `Tables` includes. Same conventions as in `tables.ts`. */
export interface TaskTables {
  task_datasets: TaskDatasetTable
  task_settings: { dataset_id: string; settings: string }
  task_fields: { dataset_id: string; name: string; type: TaskFieldType }
  task_vector_names: { dataset_id: string; name: string; dimensions: number }
  task_records: TaskRecordTable
  task_vectors: TaskVectorTable
  task_deletions: { dataset_id: string; key: string; version: number }
  /** `seq` increases with insertion. */
  task_rules: TaskRuleTable & { seq: Generated<number> }
  task_segments: TaskSegmentTable
  /** The id is `<segment>/<column>/<kind of part><block>`, see `features/task/segments/format.ts`. */
  task_segment_parts: { id: string; value: Uint8Array }
}

/**
 * The type of a searchable path, fixed by its first value (classic-api §5.4): `metadata.split`, `inputs.title`,
 * `predictions.m1.labels.score`.
 */
export type TaskFieldType = 'text' | MetadataType

export interface TaskDatasetTable {
  id: string
  workspace_id: string
  name: string
  task: Task
  /** JSON text: a map of text to text. */
  tags: string
  /** JSON text: a map of text to anything. */
  metadata: string
  created_by: string | null
  created_at: number
  last_updated: number
  closed: number
  /** Increases with every change to the records. Locking this row also serializes the writers of one dataset. */
  version: number
  /** Deletions up to this version were removed from `task_deletions`. */
  deletions_gone_to: number
  /** Increases whenever the list of segments changes. */
  seals: number
}

export interface TaskRecordTable {
  dataset_id: string
  /** The id as text: `1` and `"1"` are the same record. */
  key: string
  /** The stored document as JSON text, without metrics and vectors. */
  document: string
  /** Searchable fields computed from the last payload alone (classic-api §4.1), JSON text. */
  derived: string
  /** The record's own metrics (classic-api §9.1), JSON text. */
  metrics: string
  /** 0 or 1 for text classification, null for the other tasks. */
  multi_label: number | null
  /** Who validated or discarded the record (an agent or a user), and when (µs), for the progress of the team; null for other records. */
  done_as: 'Validated' | 'Discarded' | null
  done_by: string | null
  done_at: number | null
  /** The dataset's version that last wrote this row: search indexes read rows with a newer version than their own. */
  version: number
}

/** A segment: the columns of many records of a dataset, written once. It covers the records whose versions lie in its range. */
export interface TaskSegmentTable {
  id: string
  dataset_id: string
  /** `made`: being written; `gone`: to be deleted. */
  state: 'made' | 'live' | 'gone'
  docs: number
  /** JSON text. */
  meta: string
  /** One bit for each document that was changed or deleted by a version up to that of the newest segment. */
  dead: Uint8Array
  /** Exclusive start of the range: after this version and key; without a key, after all of that version. */
  from_version: number
  from_key: string | null
  /** Inclusive end of the range: up to this version and key; without a key, all of that version. */
  to_version: number
  to_key: string | null
}

export interface TaskVectorTable {
  dataset_id: string
  key: string
  name: string
  /** Float64, little endian. */
  value: Uint8Array
  /** JSON text of the other properties given with the vector. */
  extra: string
}

export interface TaskRuleTable {
  dataset_id: string
  query: string
  /** JSON text: a list of labels. */
  labels: string
  description: string | null
  author: string
  created_at: number
}

/** A classic dataset's row together with the name of its workspace. */
export interface TaskDatasetRow extends TaskDatasetTable {
  workspace_name: string
}
