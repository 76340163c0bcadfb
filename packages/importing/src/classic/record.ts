import type { ExactJson } from '@postil/contract/shapes'
import type { RecordStatus } from '@postil/contract/task/constants'

/** A prediction or annotation of a record; which part is set depends on the task. */
export type ClassicContent = {
  labels?: { class: string; score: number }[]
  entities?: { start: number; end: number; label: string; score: number }[]
  sentences?: { text: string; score: number }[]
  /** Score of all entities together. */
  score?: number | null
}

/** A prediction or annotation with its agent. */
type ClassicStatement = ClassicContent & { agent: string }

/** A record as the bulk routes of the three tasks accept it. */
export interface ClassicRecord {
  id: string | number | bigint
  status?: RecordStatus
  inputs?: Record<string, string | string[]>
  text?: string
  tokens?: string[]
  multi_label?: boolean
  prediction?: ClassicStatement
  annotation?: ClassicStatement
  predictions?: Record<string, ClassicContent>
  annotations?: Record<string, ClassicContent>
  metadata?: Record<string, ExactJson>
  vectors?: Record<string, ExactJson>
  explanation?: Record<string, ExactJson>
  event_timestamp?: string
}

/** The structured parts of a record, besides those of its task. */
export const OBJECT_PARTS = [
  'prediction',
  'annotation',
  'predictions',
  'annotations',
  'metadata',
  'vectors',
  'explanation',
] as const
