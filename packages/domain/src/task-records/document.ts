import type { ExactJson, Json } from '@postil/contract/shapes'
import type { RecordStatus } from '@postil/contract/task/constants'

/** A label with its score, as in the stored documents of the classic tasks and in exports. In the API the field is called `class`. */
export interface ClassScore {
  class_label: string
  score: number
}

export interface Entity {
  /** Offsets in code points; `end` is exclusive. */
  start: number
  end: number
  label: string
  score: number
}

export interface Sentence {
  text: string
  score: number
}

export interface LabelsContent {
  labels: ClassScore[]
}

export interface EntitiesContent {
  entities: Entity[]
  score?: number
}

export interface SentencesContent {
  sentences: Sentence[]
}

/** The predictions and annotations of a record: the main one of each kind, and all of them by agent. */
export interface ByAgents<Content> {
  prediction?: Content & { agent: string }
  annotation?: Content & { agent: string }
  predictions?: Record<string, Content>
  annotations?: Record<string, Content>
}

export type Metadata = Record<string, ExactJson>

interface DocumentBase {
  id: string | number
  status: RecordStatus
  metadata?: Metadata
  event_timestamp?: string
  last_updated?: string
}

/** The fields that the documents of all tasks have when a batch is stored. */
export interface DocumentHead extends DocumentBase {
  last_updated: string
}

interface Explained {
  token: string
  attributions: Record<string, number>
}

export interface TextClassificationDocument extends DocumentBase, ByAgents<LabelsContent> {
  /** All input values of the last payload, one per line. */
  text: string
  inputs: Record<string, string | string[]>
  multi_label: boolean
  explanation?: Record<string, Explained[]>
}

export interface TokenClassificationDocument extends DocumentBase, ByAgents<EntitiesContent> {
  text: string
  tokens: string[]
}

export interface Text2TextDocument extends DocumentBase, ByAgents<SentencesContent> {
  text: string
}

export type TaskDocument = TextClassificationDocument | TokenClassificationDocument | Text2TextDocument

/** A document to send in a reply: metadata values that are not plain JSON have been converted. */
export type WritableDocument = TaskDocument & { metadata?: Record<string, Json> }

/** Derived fields that are only used by searches. They are computed from the last payload alone (classic-api §4.1). */
export interface Derived {
  predicted_as: string[]
  annotated_as: string[]
  predicted_by: string[]
  annotated_by: string[]
  predicted?: 'ok' | 'ko'
  score: number[]
}

export type Capitalness = 'UPPER' | 'LOWER' | 'FIRST' | 'MIDDLE'

export interface Mention {
  value: string
  label: string
  score: number
  capitalness?: Capitalness
}

/** The metrics of a single record (classic-api §9.1). Only token classification has all of them. */
export interface RecordMetrics {
  text_length: number
  tokens?: { value: string; capitalness?: Capitalness }[]
  predicted?: { mentions: Mention[] }
  annotated?: { mentions: Mention[] }
}

export interface StoredVector {
  value: number[]
  record_properties?: string[]
  model?: string
}

/** A payload converted to stored form, ready to be merged with the stored record. */
export interface Prepared {
  /** The id as text. */
  key: string
  document: TaskDocument
  derived: Derived
  metrics: RecordMetrics
  vectors: Record<string, StoredVector>
}

/** A validation error of a record; `path` is relative to the record. */
export interface RecordProblem {
  path: (string | number)[]
  message: string
}
