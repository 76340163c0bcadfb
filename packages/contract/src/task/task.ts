import { z } from 'zod'
import type { Access } from '../route'
import { fail, text, valueError } from '../shapes'

/** The three kinds of classic dataset, spelled as in paths. */
export const TASKS = ['TextClassification', 'TokenClassification', 'Text2Text'] as const
export type Task = (typeof TASKS)[number]

/** The states of a classic record (classic-api §4). */
export const RECORD_STATUSES = ['Default', 'Edited', 'Validated', 'Discarded'] as const
export type RecordStatus = (typeof RECORD_STATUSES)[number]

/** Limits of the classic API; lengths are in code points. */
export const TASK_LIMITS = {
  searchDefault: 50,
  searchMax: 1000,
  scanDefault: 100,
  searchWindow: 10_000,
  termLength: 128,
  agentLength: 64,
  metadataValueLength: 128,
  metadataKeys: 50,
  vectorNames: 5,
  datasetList: 2500,
  metricSizeMax: 5000,
  patterns: 200,
  patternLength: 500,
  /** Values of one filter: as many as a query text may have clauses. */
  filterValues: 1024,
  /** Ids of one query: as many as Elasticsearch takes. */
  queryIds: 65_536,
  querySorts: 50,
  vectorDimensions: 4096,
  /** Rules of a dataset, and of a query. */
  rules: 1024,
  ruleQueryLength: 32_768,
  /** The queries of all rules of a dataset together. */
  ruleQueriesLength: 50_000,
  ruleLabels: 100,
  ruleDescription: 10_000,
  /** Labels of a label schema. */
  labels: 10_000,
  /** Tags and metadata of a dataset together, as JSON: every list of datasets has them. */
  datasetParts: 65_536,
} as const

/** Every dataset route takes the workspace here or in the `X-Argilla-Workspace` header; this one wins. */
export const workspaceQuery = { workspace: text().optional() }
export const WorkspaceQuery = z.object(workspaceQuery)

export const NameParams = z.object({ name: text() })

/** Access to the dataset named in the path. */
export const member = { can: 'dataset.read', of: 'task_dataset', param: 'name' } as const satisfies Access
export const annotate = { can: 'record.annotate', of: 'task_dataset', param: 'name' } as const satisfies Access
export const manager = { can: 'dataset.manage', of: 'task_dataset', param: 'name' } as const satisfies Access

/** The task a path is about, or undefined when it serves any task. */
export function taskOfPath(path: string): Task | undefined {
  return TASKS.find((task) => path.split(/[/:]/).includes(task))
}

/** A record's id: text or a whole number, kept as given. Numbers beyond 2^53 would change on the way, so they are refused. */
export function recordId() {
  return z
    .unknown()
    .transform((input, ctx): string | number => {
      if (typeof input === 'string' && !/[\0\p{Surrogate}]/u.test(input)) return input
      if (typeof input === 'number' && Number.isSafeInteger(input)) return input
      if (typeof input === 'bigint' || (typeof input === 'number' && Number.isInteger(input)))
        fail(ctx, valueError('ids beyond 2^53 must be sent as text'))
      else if (input === null) fail(ctx, { msg: 'none is not an allowed value', type: 'type_error.none.not_allowed' })
      else fail(ctx, { msg: 'str type expected', type: 'type_error.str' })
      return z.NEVER
    })
    .meta({ anyOf: [{ type: 'string' }, { type: 'integer' }] })
}
