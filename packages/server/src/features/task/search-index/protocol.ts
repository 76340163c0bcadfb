import type { Task } from '@postil/contract/task/constants'
import type { LeftOutRule, RuleMethod, RuleReport } from '@postil/contract/task/rule-suggestions'
import type { SuggestedLabel } from '@postil/domain/rules/majority'
import type { Query, SearchField } from '@postil/domain/search/index'
import type { TaskFieldType } from '../../../db/task-tables'
import type { SegmentRow } from '../segments/segment'

/** What is asked of the thread that holds the search indexes, and what it asks of the store (`workers/index-thread.ts`). */

/** Which dataset, and how new the index must be. */
export interface IndexedDataset {
  id: string
  task: Task
  /** Everything committed up to this version is seen by the answer. */
  version: number
  /** How often the list of its segments has changed: an index with an older list is put aside. */
  seals?: number
}

export interface SortKey {
  field: SearchField
  order: 'asc' | 'desc'
}

/** Where a page of a sorted walk ended: the values it was sorted by, and the record's key. */
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

/** The metadata keys to make facets of, with their types. */
export type MetadataFacets = [key: string, type: TaskFieldType][]

export interface SearchAsk {
  op: 'search'
  query: Query
  vector?: VectorAsked
  sort: SortKey[]
  from: number
  limit: number
  /** Absent: no facets. */
  facets?: MetadataFacets
}

interface ScanAsk {
  op: 'scan'
  query: Query
  sort: SortKey[]
  after?: Cursor
  limit: number
}

/** The keys of every record that matches. */
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
  /** Labels to count among what all rules together match. */
  labels: string[]
}

/** What some rules say together, and what they would suggest. */
export interface SuggestAsk {
  op: 'suggest'
  rules: AskedRule[]
  /** Rules with a lower measured precision are left out. */
  minPrecision: number
  isMultiLabel: boolean
  /** The ways to combine rules that are compared with the annotations. */
  methods: readonly RuleMethod[]
  agent: string
  /** Absent: nothing is to be written. */
  plan?: PlanAsked
}

export interface AskedRule {
  query: string
  labels: string[]
  /** Absent when the query cannot be read. */
  matches?: Query
  /** Why it takes no part, whatever it matches. */
  leftOut?: LeftOutRule
}

export interface PlanAsked {
  method: RuleMethod
  /** Also for records that show another agent's prediction. */
  replace: boolean
  /** How many records are changed at once, at most. */
  step: number
}

/** What is to be written. */
export interface SuggestionPlan {
  /** Every label that is suggested. */
  names: string[]
  /** Each a `PlanStep` as JSON: the reader parses one at a time, for many records would hold up its thread. */
  steps: Uint8Array[]
  /** Records not changed, since they show another agent's prediction. */
  kept: number
}

/** Some records, and the labels to suggest for each; without labels, it loses the agent's suggestion. */
export type PlanStep = [key: string, labels: SuggestedLabel[]][]

export interface SuggestFound {
  report: RuleReport
  plan?: SuggestionPlan
}

export interface HighlightAsk {
  op: 'highlight'
  query: Query
  /** For each record its texts, with their field names. */
  texts: [source: string, text: string][][]
}

/** What can be asked of one dataset's index. */
export type DatasetAsk = SearchAsk | ScanAsk | KeysAsk | MetricAsk | RulesAsk | SuggestAsk

export interface Page {
  total: number
  keys: string[]
  /** For a scan: where it ended. */
  end?: Cursor
  facets?: Record<string, unknown>
}

export interface RuleCountsFound {
  total: number
  annotated: number
  matched: number
  matchedAnnotated: number
  correctByLabel: number[]
}

/** The answer to each kind of question. */
export interface Answers {
  search: Page
  scan: Page
  keys: string[]
  metric: Record<string, unknown>
  rules: RuleCountsFound
  highlight: string[][]
  suggest: SuggestFound
}

/** A page of the store's rows: what the index is filled from. `after` is the last row of the page before. */
export type Fetch =
  | { what: 'rows'; after: RowPlace; limit: number; metrics: boolean }
  | { what: 'vectors'; after: RowPlace; limit: number; name: string }
  | { what: 'deletions'; afterVersion: number }
  | { what: 'segments' }
  | { what: 'parts'; ids: string[] }

/** Behind this row; without a key, behind all rows of the version. */
export interface RowPlace {
  version: number
  key?: string
}

export interface IndexRow {
  key: string
  version: number
  document: string
  derived: string
  /** Absent unless asked for. */
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
  /** In the order of the ids; null for one that is not there any more. */
  parts: (Uint8Array | null)[]
}

/** What was deleted, as far as it is known. */
interface DeletedKeys {
  keys: string[]
  /** Deletions up to this version are forgotten. */
  goneTo: number
}

/** What the thread is asked: about one dataset, or to compute something that needs no index but time. */
export type ThreadAsk = { dataset: IndexedDataset; ask: DatasetAsk } | { dataset: undefined; ask: HighlightAsk }

/** What the thread asks of the store. */
export interface DatasetFetch {
  datasetId: string
  fetch: Fetch
}
