import type { Task } from '@postil/contract/task/constants'
import type { LeftOutRule, RuleMethod, RuleReport } from '@postil/contract/task/rule-suggestions'
import type { SuggestedLabel } from '@postil/domain/rules/majority'
import type { Query, SearchField } from '@postil/domain/search/index'
import type { TaskFieldType } from '../../../db/task-tables'
import type { SegmentRow } from '../segments/segment'

/** Messages to the thread that searches classic datasets, and its requests for rows (`workers/index-thread.ts`). */

/** A dataset, and how recent its index must be. */
export interface IndexedDataset {
  id: string
  task: Task
  /** The answer includes everything committed up to this version. */
  version: number
  /** How often the list of segments has changed: an index with an older list is discarded. */
  seals?: number
}

export interface SortKey {
  field: SearchField
  order: 'asc' | 'desc'
}

/** The position at the end of a page of a sorted walk: the sort values and the key of its last record. */
export interface Cursor {
  values: (string | number | null)[]
  key: string
}

export interface VectorAsked {
  name: string
  dimensions: number
  value: number[]
  k: number
}

/** The metadata keys to compute facets for, with their types. */
export type MetadataFacets = [key: string, type: TaskFieldType][]

export interface SearchAsk {
  op: 'search'
  query: Query
  vector?: VectorAsked
  sort: SortKey[]
  from: number
  limit: number
  /** Those of the `FacetsAsk` that follows: their columns are built in the same walk over the rows. */
  facets?: MetadataFacets
}

/** A request for the facets of what a search finds. */
export interface FacetsAsk {
  op: 'facets'
  query: Query
  vector?: VectorAsked
  facets: MetadataFacets
}

interface ScanAsk {
  op: 'scan'
  query: Query
  sort: SortKey[]
  after?: Cursor
  limit: number
}

/** A request for the keys of all records that match. */
interface KeysAsk {
  op: 'keys'
  query: Query
}

export interface MetricAskParams {
  size: number
  interval?: number
  entitySize: number
  /** The field whose words are counted; absent when the dataset has no such field. */
  textField?: string
  rule?: Query
}

export interface MetricAsk {
  op: 'metric'
  id: string
  query: Query
  params: MetricAskParams
  facets: MetadataFacets
}

interface RulesAsk {
  op: 'rules'
  rules: Query[]
  /** Labels to count among the matches of all rules together. */
  labels: string[]
}

/** A request to combine some rules, and for the suggestions that follow. */
export interface SuggestAsk {
  op: 'suggest'
  rules: AskedRule[]
  /** Rules with a lower measured precision are left out. */
  minPrecision: number
  isMultiLabel: boolean
  /** The methods of combining rules to compare with the annotations. */
  methods: readonly RuleMethod[]
  agent: string
  /** Absent when no suggestions are to be written. */
  plan?: PlanAsked
}

export interface AskedRule {
  query: string
  labels: string[]
  /** Absent when the query is invalid. */
  matches?: Query
  /** Why the rule is not used, whatever it matches. */
  leftOut?: LeftOutRule
}

export interface PlanAsked {
  method: RuleMethod
  /** Suggest labels for records that show another agent's prediction, too. */
  replace: boolean
  /** Maximum number of records per step. */
  step: number
}

/** The suggestions to write. */
export interface SuggestionPlan {
  /** All labels that are suggested. */
  names: string[]
  /** `PlanStep`s as JSON: the reader parses one at a time, since parsing all would block its thread. */
  steps: Uint8Array[]
  /** Number of records that are left unchanged, since they show another agent's prediction. */
  kept: number
}

/** Some records with the labels to suggest for each; without labels, the agent's suggestion is removed. */
export type PlanStep = [key: string, labels: SuggestedLabel[]][]

export interface SuggestFound {
  report: RuleReport
  plan?: SuggestionPlan
}

export interface HighlightAsk {
  op: 'highlight'
  query: Query
  /** The texts of each record with their field names. */
  texts: [source: string, text: string][][]
}

/** The queries about one dataset's index. */
export type DatasetAsk = SearchAsk | FacetsAsk | ScanAsk | KeysAsk | MetricAsk | RulesAsk | SuggestAsk

export interface Page {
  total: number
  keys: string[]
  /** For a scan: the position at its end. */
  end?: Cursor
}

export interface RuleCountsFound {
  total: number
  annotated: number
  matched: number
  matchedAnnotated: number
  correctByLabel: number[]
}

/** The answer to each kind of query. */
export interface Answers {
  search: Page
  /** JSON text, which becomes part of the reply unchanged. */
  facets: string
  scan: Page
  keys: string[]
  metric: Record<string, unknown>
  rules: RuleCountsFound
  highlight: string[][]
  suggest: SuggestFound
}

/** Requests for a page of rows to fill the index with. `after` is the last row of the page before. */
export type Fetch =
  | { what: 'rows'; after: RowPlace; limit: number; metrics: boolean }
  | { what: 'vectors'; after: RowPlace; limit: number; name: string }
  | { what: 'deletions'; afterVersion: number }
  | { what: 'segments' }
  | { what: 'parts'; ids: string[] }

/** The position after this row; without a key, after all rows of the version. */
export interface RowPlace {
  version: number
  key?: string
}

export interface IndexRow {
  key: string
  version: number
  document: string
  derived: string
  /** Absent unless requested. */
  metrics?: string
}

export interface VectorRow {
  key: string
  version: number
  value: Uint8Array | null
}

export interface Fetched {
  rows: IndexRow[]
  vectors: VectorRow[]
  deletions: DeletedKeys
  /** In the order of versions. */
  segments: SegmentRow[]
  /** In the order of the ids; null for a deleted part. */
  parts: (Uint8Array | null)[]
}

/** The keys of deleted records, as far as tombstones are kept. */
interface DeletedKeys {
  /** JSON text of a list: there may be any number of keys, and the HTTP thread passes on one text in no time. */
  keys: string
  /** Tombstones up to this version were deleted. */
  goneTo: number
}

/** A request to the thread: a query about one dataset, or a long computation that needs no index. */
export type ThreadAsk =
  | {
      dataset: IndexedDataset
      ask: DatasetAsk
      /** Memory for cached parts of segments, the same in every request to a thread. */
      partsBytes: number
    }
  | { dataset: undefined; ask: HighlightAsk }

/** A request of the thread for rows from the store. */
export interface DatasetFetch {
  datasetId: string
  fetch: Fetch
}
