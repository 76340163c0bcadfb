import type { HandOut, OthersAnswers, QueueOrder } from '@postil/contract/feedback/datasets'
import type { JobKind } from '@postil/contract/jobs'
import type { Task } from '@postil/contract/task/constants'
import type { Generated, Kysely, Transaction } from 'kysely'
import type { TaskTables } from './task-tables'

/**
 * The tables as Kysely sees them; the same on both engines. Identifiers are lower-case UUID text, times are whole microseconds since the
 * epoch, JSON is stored as text exactly as in the API (so `1.0` stays `1.0`), flags are 0 or 1, vectors are float64 blobs.
 */
export interface Tables extends TaskTables {
  settings: { key: string; value: string }
  users: UserTable
  api_keys: ApiKeyTable
  sessions: SessionTable
  join_links: JoinLinkTable
  sign_in_attempts: SignInAttemptTable
  workspaces: { id: string; name: string; inserted_at: number; updated_at: number }
  memberships: { workspace_id: string; user_id: string; inserted_at: number }
  idempotency_keys: IdempotencyTable
  /** `seq` increases with time. */
  events: EventTable & { seq: Generated<number> }
  datasets: DatasetTable
  jobs: JobTable
  webhooks: WebhookTable
  resolutions: ResolutionTable
  bin: BinTable
  /** Imports that write their records before their transaction; until it commits, the `dataset_id` of these records is the import's id. */
  staged_imports: { id: string; inserted_at: number }
  /** `changes`, `reopened` and `assigned_changes`: see `search/dataset-version.ts`; the other changes are counted for open pages (`live/live-activity.ts`). */
  dataset_stats: {
    dataset_id: string
    records: number
    last_activity_at: number
    changes: Generated<number>
    reopened: Generated<number>
    assigned_changes: Generated<number>
    decision_changes: Generated<number>
    doubt_changes: Generated<number>
  }
  fields: FieldTable
  questions: QuestionTable
  metadata_properties: MetadataPropertyTable
  vectors_settings: VectorsSettingsTable
  /** `pk` increases with insertion and defines the order within a dataset; other tables refer to it. */
  records: RecordTable & { pk: Generated<number> }
  record_terms: RecordTermTable
  record_vectors: RecordVectorTable
  /** The version of the vectors of each vectors settings: each change increments it. */
  vector_versions: { vector_id: string; version: number }
  /** A short number for each field, which prefixes its words in the word index. */
  text_fields: { number: Generated<number>; field_id: string }
  suggestions: SuggestionTable
  responses: ResponseTable
  response_counts: ResponseCountsTable
  /** Grows with each first answer of a user, drafts included, that is not imported (`datasets/dataset-stats.ts`). Kept when the user is deleted. */
  given_answers: {
    dataset_id: string
    user_id: string
    given: number
    last_at: number
    /** Of these answers, those that completed a record which was assigned to nobody, by the number of answers needed then. */
    completed: Generated<number>
  }
  /** Records that users have open, reserved for them until `expires_at`. */
  leases: { dataset_id: string; user_id: string; record_pk: number; expires_at: number }
  /** Records that a user does not want to answer for the time being; void once they have a response. */
  skips: { dataset_id: string; user_id: string; record_pk: number; inserted_at: number }
  doubts: DoubtTable
  /** Until when a user has seen the decisions of others about records that they answered. */
  decisions_seen: { user_id: string; dataset_id: string; seen_until: number }
  assignments: AssignmentTable
  answer_terms: AnswerTermTable
  /** `seq` increases with time. */
  option_changes: OptionChangeTable & { seq: Generated<number> }
  option_change_rows: OptionChangeRowTable
}

/** A user's note about a record that they are not sure of, and what a lead replied. */
export interface DoubtTable {
  id: string
  dataset_id: string
  record_pk: number
  record_id: string
  /** Null once the user is deleted, like the author of a response. */
  user_id: string | null
  note: string
  inserted_at: number
  updated_at: number
  reply: string | null
  resolved_at: number | null
  resolved_by: string | null
  /** When the author saw that it was closed. */
  seen_at: number | null
}

export interface UserTable {
  id: string
  username: string
  first_name: string
  last_name: string | null
  role: 'owner' | 'admin' | 'annotator'
  password_hash: string
  inserted_at: number
  updated_at: number
  /** Since when the user is disabled; null for others. */
  disabled_at: number | null
  /** Time of the latest request, to the minute; null before the first. */
  last_seen_at: number | null
}

export interface SessionTable {
  id: string
  user_id: string
  inserted_at: number
  expires_at: number
}

/** A link that can be used once: an invitation, or one to set a password. */
export interface JoinLinkTable {
  id: string
  /** SHA-256 of the link's token, hex. */
  hash: string
  /** The user whose password it sets; null for an invitation. */
  user_id: string | null
  role: UserTable['role']
  first_name: string | null
  /** JSON array of the workspaces that an invited user is linked to. */
  workspace_ids: string
  created_by: string
  inserted_at: number
  expires_at: number
}

export interface ApiKeyTable {
  id: string
  user_id: string
  name: string
  /** SHA-256 of the key, hex: the key itself is random, so a slow hash would protect nothing. */
  hash: string
  last_four: string
  inserted_at: number
  last_used_at: number | null
  /** Null for a key that does not expire. */
  expires_at: number | null
}

export interface SignInAttemptTable {
  id: string
  at: number
  /** The sender's IPv4 address, or the network of an IPv6 address. */
  address: string
  /** SHA-256 of the user name that was entered, hex. */
  account: string
}

interface IdempotencyTable {
  user_id: string
  key: string
  /** Salted hash of method, path and body: the same key on another request is refused. */
  fingerprint: string
  status: number
  reply: string
  inserted_at: number
}

export interface EventTable {
  at: number
  user_id: string | null
  dataset_id: string | null
  /** The feedback record whose response, suggestion or resolution changed. */
  record_id: string | null
  kind: string
  subject_id: string
  before: string | null
  after: string | null
}

export interface DatasetTable {
  id: string
  workspace_id: string
  name: string
  guidelines: string | null
  allow_extra_metadata: number
  /** How many users must submit a response before a record is completed. */
  min_submitted: number
  status: 'draft' | 'ready'
  queue_order: QueueOrder
  hand_out: HandOut
  /** 1: some of its records are, or once were, assigned to certain people. */
  has_assignments: number
  others_answers: OthersAnswers
  /** Percentage of gold records in each user's queue; 0: gold records are not handed out. */
  gold_percent: number
  inserted_at: number
  updated_at: number
}

export interface FieldTable {
  id: string
  dataset_id: string
  name: string
  title: string
  required: number
  settings: string
  inserted_at: number
  updated_at: number
}

export interface QuestionTable extends FieldTable {
  description: string | null
}

export interface MetadataPropertyTable {
  id: string
  dataset_id: string
  name: string
  title: string
  settings: string
  visible_for_annotators: number
  inserted_at: number
  updated_at: number
}

export interface VectorsSettingsTable {
  id: string
  dataset_id: string
  name: string
  title: string
  dimensions: number
  /** given: sent with the records; lexical: computed by the server. */
  source: 'given' | 'lexical'
  inserted_at: number
  updated_at: number
}

/** Vectors as little-endian floats: 64 bits each, or 32 when the server computed them. */
export interface RecordVectorTable {
  dataset_id: string
  record_pk: number
  vector_id: string
  value: Uint8Array
  version: number
}

export interface RecordTable {
  id: string
  dataset_id: string
  external_id: string | null
  fields: string
  metadata: string | null
  inserted_at: number
  updated_at: number
}

/** One row per value of every top-level metadata key, declared or not: always a `term`, and for numbers a `num`, too. */
export interface RecordTermTable {
  dataset_id: string
  record_pk: number
  property: string
  term: string | null
  num: number | null
}

export interface SuggestionTable {
  id: string
  dataset_id: string
  record_pk: number
  question_id: string
  type: string | null
  value: string
  agent: string | null
  score: string | null
  inserted_at: number
  updated_at: number
}

export interface ResponseTable {
  id: string
  dataset_id: string
  record_pk: number
  record_id: string
  /** Null when the user was deleted. */
  user_id: string | null
  status: 'draft' | 'submitted' | 'discarded'
  values: string | null
  inserted_at: number
  updated_at: number
  /** Since when it has been submitted. Null for other statuses, and if unknown: then since `updated_at` at the latest. */
  submitted_at: number | null
}

/**
 * The number of submitted and discarded responses of a record, updated with every change of them (`responses/response-counts.ts`). A record
 * that never had one may have no row. A gold record has `GOLD_COUNT` submitted ones more than it really has (`search/gold/gold.ts`).
 */
export interface ResponseCountsTable {
  record_pk: number
  dataset_id: string
  submitted: number
  discarded: number
}

/** A record that is for certain people; without any such row it is for everybody. Rows stay when the record is answered, also of deleted users. */
export interface AssignmentTable {
  dataset_id: string
  record_pk: number
  user_id: string
  assigned_by: string
  inserted_at: number
}

/**
 * One row per filterable value of an answer or a suggestion (label, multi-label, rating), and one per score of a suggestion, for filters,
 * sorting and facets. `source` is the id of the response or suggestion; `user_id` is null for suggestions.
 */
export interface AnswerTermTable {
  dataset_id: string
  record_pk: number
  source: string
  kind: 'response' | 'suggestion' | 'score'
  user_id: string | null
  question_id: string
  term: string
  num: number | null
}

/** The decided answer to one question about one record. */
export interface ResolutionTable {
  dataset_id: string
  record_pk: number
  record_id: string
  question_id: string
  /** JSON text. */
  value: string
  /** Null when the user was deleted. */
  user_id: string | null
  inserted_at: number
  updated_at: number
}

/** A deleted dataset that can still be restored, or whose records a job is deleting. */
export interface BinTable {
  dataset_id: string
  workspace_id: string
  name: string
  /** Null for a feedback dataset. */
  task: Task | null
  /** Whether a job had not finished indexing the words of its records. */
  words_missing: number
  /** JSON text: the rows of a feedback dataset and its settings, by table. Null for a classic dataset, whose rows stay in their tables. */
  parts: string | null
  /** Number of records of a classic dataset when it was deleted. Null for a feedback dataset, whose number is in `parts`. */
  records: number | null
  /** Null when the user was deleted. */
  deleted_by: string | null
  deleted_at: number
  /** When it is deleted for good (µs); 0 once this has begun, or at once without a bin. */
  purge_at: number
}

/** A change of the labels of a classic dataset, or of the options of a question (`question_id`). */
export interface OptionChangeTable {
  id: string
  dataset_id: string
  question_id: string | null
  user_id: string
  undone_by: string | null
  /** JSON text: the change as requested. */
  change: string
  state: 'running' | 'done' | 'undoing' | 'undone'
  /** JSON text of the labels or options. */
  before: string
  after: string
  /** While it is running: records up to this key or id are done. */
  walked_to: string
  /** 1: the current pass over all records has found nothing to change so far. */
  is_pass_clean: number
  /** JSON text: numbers of changed things. */
  touched: string
  inserted_at: number
  /** When it was done or undone. Null while it is being made, and for older changes. */
  ended_at: number | null
}

/** A job in the background: see `jobs/jobs.store.ts`. */
export interface JobTable {
  id: string
  kind: JobKind
  /** The id of the thing it is about. At most one job per kind and subject is open. */
  subject: string
  dataset_id: string | null
  /** The name when the job was created: the dataset may have been deleted since. */
  dataset_name: string | null
  /** JSON text: parameters of the job. */
  data: string
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  done: number
  /** Null when unknown. */
  total: number | null
  /** Number of failures in a row since the last progress. */
  failures: number
  /** Message of the last failure since the last progress. */
  error: string | null
  /** 1: requested again while it was running, so it is run once more. */
  is_due_again: number
  is_cancel_requested: number
  /** A random id, new each time a server takes the job; only its owner may write the job's progress. */
  lease: string | null
  lease_until: number | null
  due_at: number
  inserted_at: number
  started_at: number | null
  finished_at: number | null
}

/** An address that is notified of changes. */
export interface WebhookTable {
  id: string
  url: string
  /** The key of the signatures, `whsec_` and base64. It must be readable to sign with it. */
  secret: string
  /** JSON text: the `WebhookEvent`s that are sent. */
  events: string
  enabled: number
  description: string | null
  /** The last event of the log of which everything has been sent. */
  position: number
  /** How many of the messages of the next event have been sent. */
  sent: number
  /** How often the next message was refused in a row. */
  refusals: number
  inserted_at: number
  updated_at: number
}

/** A value that an option change replaced, stored for undo. */
export interface OptionChangeRowTable {
  change_id: string
  kind: 'record' | 'rule' | 'response' | 'suggestion' | 'resolution'
  key: string
  before: string
  /** As long as the row still matches this, it has not been changed since: the hash of a record, otherwise the new text. */
  mark: string
}

/** Reads only. A transaction is a `Db`, too. */
export type Db = Pick<Kysely<Tables>, 'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'dynamic' | 'getExecutor'>

/** A write transaction. Every function that inserts, updates or deletes takes one, so a write outside a transaction does not compile. */
export type Tx = Transaction<Tables>
