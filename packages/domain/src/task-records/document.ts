import type { ExactJson, Json } from '@postil/contract/shapes'
import type { RecordStatus } from '@postil/contract/task/constants'

/** Stored documents of the classic tasks: the raw form that the export returns, so label classes are called `class_label`. */
export interface ClassScore {
  class_label: string
  score: number
}

export interface Entity {
  /** Offsets in code points; `end` is behind the last one. */
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

/** Where agents' work stands on a record: the main prediction and annotation, and all of them by agent. */
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

/** What every document begins with when a batch is stored. */
export interface DocumentHead extends DocumentBase {
  last_updated: string
}

interface Explained {
  token: string
  attributions: Record<string, number>
}

export interface TextClassificationDocument extends DocumentBase, ByAgents<LabelsContent> {
  /** All input values of the last payload, one a line. */
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

/** A document ready to be written: what of its metadata is no plain JSON value stands as one. */
export type WritableDocument = TaskDocument & { metadata?: Record<string, Json> }

/** What only searches see, computed from the last payload alone (classic-api §4.1). */
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

/** A record's own metrics (classic-api §9.1); token classification has all of them. */
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

/** A payload made ready to be merged into what is stored. */
export interface Prepared {
  /** The id as text. */
  key: string
  document: TaskDocument
  derived: Derived
  metrics: RecordMetrics
  vectors: Record<string, StoredVector>
}

/** A rule a record breaks; `path` starts at the record. */
export interface RecordProblem {
  path: (string | number)[]
  message: string
}
