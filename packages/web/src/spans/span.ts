import type { Choice } from '../form/visible-options.ts'

/** A labelled part of a text; offsets count code points, the end is not part of it. */
export interface Span {
  label: string
  start: number
  end: number
}

/** What is marked in a text: the labels to mark with, the marks made, and those suggested. */
export interface SpanTask {
  /** Of the question; marks and labels find each other by it. */
  name: string
  options: readonly Choice[]
  allowsOverlapping: boolean
  /** NOTE: the same list as long as nothing changes: what is drawn depends on it. */
  spans: readonly Span[]
  suggested: readonly Span[]
}
