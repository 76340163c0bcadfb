/** Limits of the HTTP API (feedback-api §1.7, §4.1). Lengths are in Unicode code points. */
export const LIMITS = {
  listDefault: 50,
  listMax: 1000,
  listWindowMax: 500_000,
  /** Maximum stored bytes of a page of records: a list with a cursor ends the page there, any other request is refused. */
  pageBytes: 16 * 1024 ** 2,
  /** Maximum stored bytes of data that cannot be paged: one record, or the records that one call changes. */
  replyBytes: 64 * 1024 ** 2,
  /** Maximum characters of one text of a record, in both families. */
  textLength: 4_000_000,
  recordsPerCall: 1000,
  recordsPerBulk: 500,
  responsesPerBulk: 100,
  /** Records that a program leases and reads at a time. */
  recordsPerLease: 50,
  idsPerDelete: 100,
  peoplePerAssignment: 200,
  filtersPerSearch: 50,
  valuesPerTermsFilter: 250,
  sortsPerSearch: 10,
  vectorsPerDataset: 5,
  spansPerAnswer: 10_000,
  nameLength: 200,
  /** Maximum lifetime of an expiring API key: ten years. */
  keyDays: 3650,
  /** Lifetime of invitations and password links. */
  linkDays: 7,
  /** How long people who left a workspace, or were disabled, keep their unanswered assigned records: until then that can be undone without a loss. */
  takeBackSeconds: 60,
  titleLength: 500,
  guidelinesLength: 10_000,
  descriptionLength: 1000,
  urlLength: 2000,
  webhooks: 10,
  /** Maximum length of the note of a doubt, and of the reply to it. */
  noteLength: 2000,
  /** New decisions about a user's records are counted up to this number; one more stands for any greater number. */
  countedDecisions: 1000,
  /** Doubts in one list. */
  listedDoubts: 1000,
  optionValueLength: 200,
  optionTextLength: 500,
  labelOptions: 500,
  rankingOptions: 50,
  spanOptions: 500,
  ratingOptions: 11,
  termsValues: 250,
  passwordMin: 8,
  passwordMax: 100,
} as const

/** Limits of facets, which only the server checks: apart from the others, so that pages do not load them. */
export const FACET_LIMITS = {
  perSearch: 200,
  sizeDefault: 100,
  sizeMax: 1000,
  containingLength: 200,
  bucketsDefault: 20,
  bucketsMax: 100,
} as const

/** Patterns of names (feedback-api §4.1). */
export const PATTERNS = {
  datasetName: /^(?!-|_)[a-zA-Z0-9-_ ]+$/,
  itemName: /^(?=.*[a-z0-9])[a-z0-9_-]+$/,
  workspaceName: /^(?!-|_)[a-z0-9-_]+$/,
  username: /^(?!-|_)[A-za-z0-9-_]+$/,
  agent: /^(?=.*[a-zA-Z0-9])[a-zA-Z0-9-_:./\s]+$/,
} as const
