import type { ExactJson } from '@postil/contract/shapes'
import type { RecordStatus } from '@postil/contract/task/constants'

/** What an agent says of a record; which part is there depends on the task. */
export type ClassicContent = {
  labels?: { class: string; score: number }[]
  entities?: { start: number; end: number; label: string; score: number }[]
  sentences?: { text: string; score: number }[]
  /** Of all entities together. */
  score?: number | null
}

/** The same with who says it. */
export type ClassicStatement = ClassicContent & { agent: string }

/** A record as the bulk calls of the three tasks take it. */
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

/** The parts of a record that hold more than a text, besides those of its task. */
export const OBJECT_PARTS = [
  'prediction',
  'annotation',
  'predictions',
  'annotations',
  'metadata',
  'vectors',
  'explanation',
] as const
