// Names and limits of the classic API that the browser needs, too. Must not import zod, which would add 25 kB to the page.

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
  /** Maximum characters of a name: of a dataset, and of a record's inputs, metadata keys, vectors and agents. The stores index names. */
  nameLength: 500,
  /** Maximum bytes of a record's id, as in Elasticsearch. */
  idBytes: 512,
  agentLength: 64,
  metadataValueLength: 128,
  metadataKeys: 50,
  vectorNames: 5,
  datasetList: 2500,
  metricSizeMax: 5000,
  patterns: 200,
  patternLength: 500,
  /** Maximum number of values in a filter, equal to the maximum number of clauses in a query. */
  filterValues: 1024,
  /** Maximum number of ids in a query, as in Elasticsearch. */
  queryIds: 65_536,
  querySorts: 50,
  vectorDimensions: 4096,
  /** Maximum number of rules in a dataset, and in a query. */
  rules: 1024,
  ruleQueryLength: 32_768,
  /** Maximum total length of the queries of all rules in a dataset. */
  ruleQueriesLength: 50_000,
  ruleLabels: 100,
  ruleDescription: 10_000,
  /** Maximum number of labels in a label schema. */
  labels: 10_000,
  /** Maximum length of a dataset's tags and metadata together, as JSON. Limited because every list of datasets contains them. */
  datasetParts: 65_536,
} as const

/** Rules compared with a record: they contradict its annotation, agree with it, it has none, or the rules contradict each other. */
export const RULE_OUTCOMES = ['incorrect', 'correct', 'not_annotated', 'disputed'] as const
export type RuleOutcome = (typeof RULE_OUTCOMES)[number]
