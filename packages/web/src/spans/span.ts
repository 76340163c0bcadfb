import type { Choice } from '../form/visible-options.ts'

/** A labelled part of a text; offsets count code points, the end is not part of it. */
export interface Span {
  label: string
  start: number
  end: number
}

/** A label to mark with. */
export interface MarkOption extends Choice {
  /** The character that picks it. Undefined: labels are picked by their number; null: this one has no character. */
  shortcut?: string | null
}

/** What is marked in a text: the labels to mark with, the marks made, and those suggested. */
export interface SpanTask {
  /** Of the question; marks and labels find each other by it. */
  name: string
  options: readonly MarkOption[]
  allowsOverlapping: boolean
  /** NOTE: the same list as long as nothing changes: what is drawn depends on it. */
  spans: readonly Span[]
  suggested: readonly Span[]
  /** The answer that there is nothing to mark; absent where it cannot be given. */
  nothing?: NothingToMark
}

/** The answer that there is nothing to mark. */
export interface NothingToMark {
  isSaid: boolean
  /** Say it, which removes all marks, or take it back. */
  toggle: () => void
}
