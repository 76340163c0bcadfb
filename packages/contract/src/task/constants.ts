// Names and limits of the classic API that the browser needs, too. Must not import zod, which weighs 25 kB.

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
  /** Maximum values of one filter: as many as a query may have clauses. */
  filterValues: 1024,
  /** Maximum ids of one query, as in Elasticsearch. */
  queryIds: 65_536,
  querySorts: 50,
  vectorDimensions: 4096,
  /** Rules of a dataset, and of a query. */
  rules: 1024,
  ruleQueryLength: 32_768,
  /** Total length of the queries of all rules of a dataset. */
  ruleQueriesLength: 50_000,
  ruleLabels: 100,
  ruleDescription: 10_000,
  /** Labels of a label schema. */
  labels: 10_000,
  /** Tags and metadata of a dataset together, as JSON: every list of datasets has them. */
  datasetParts: 65_536,
} as const

/** How rules compare with a record's annotation: wrong, right, no annotation to compare with, or rules that contradict each other. */
export const RULE_OUTCOMES = ['incorrect', 'correct', 'not_annotated', 'disputed'] as const
export type RuleOutcome = (typeof RULE_OUTCOMES)[number]
