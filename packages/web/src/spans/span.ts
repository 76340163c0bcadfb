import type { Choice } from '../form/visible-options.ts'

/** A labelled part of a text; offsets count code points, the end is exclusive. */
export interface Span {
  label: string
  start: number
  end: number
}

/** A label to mark with. */
export interface MarkOption extends Choice {
  /** The character that chooses it. Undefined: labels are chosen by number; null: this one has no character. */
  shortcut?: string | null
}

/** The spans of a text: the labels, the marks made, and those suggested. */
export interface SpanTask {
  /** Name of the question; connects marks and labels. */
  name: string
  options: readonly MarkOption[]
  allowsOverlapping: boolean
  /** NOTE: must be the same list as long as nothing changes; rendering is memoised on it. */
  spans: readonly Span[]
  suggested: readonly Span[]
  /** The answer "nothing to mark"; absent where it is not offered. */
  nothing?: NothingToMark
}

/** The answer "nothing to mark". */
interface NothingToMark {
  isSaid: boolean
  /** Give this answer, which removes all marks, or withdraw it. */
  toggle: () => void
}
