import type { OffsetIndex } from '@postil/domain/spans/code-points'
import { overlaps, type TextRange } from '@postil/domain/spans/ranges'
import type { Span } from './span.ts'

/** A range with its label. */
type Labelled = TextRange & { label: string }

/** A span as the browser draws it: offsets in UTF-16 units. */
export interface Mark extends Labelled {
  /**
   * `chosen`: in the answer; `both`: in the answer and suggested; `suggested`: only suggested; `prefilled`: copied from the suggestion
   * and not yet changed or accepted; `offered`: another occurrence that could be marked.
   */
  kind: 'chosen' | 'both' | 'suggested' | 'prefilled' | 'offered'
  /** Its level among overlapping marks, from 0. */
  level: number
}

/** Whether a mark is part of the answer, so that it can be changed and removed. */
export function isOwn({ kind }: Mark): boolean {
  return kind !== 'suggested' && kind !== 'offered'
}

/** Spans of an answer and of its suggestion as marks, in the order of the text. Offsets on the wire count code points. */
export function marksOf(
  index: OffsetIndex,
  chosen: readonly Span[],
  suggested: readonly Span[],
  isPrefilled = false,
): Mark[] {
  const suggestedKeys = new Set(suggested.map(spanKey))
  const chosenKeys = new Set(chosen.map(spanKey))
  const own = chosen.map((span) => ({
    span,
    kind: isPrefilled
      ? ('prefilled' as const)
      : suggestedKeys.has(spanKey(span))
        ? ('both' as const)
        : ('chosen' as const),
  }))
  const others = suggested
    .filter((span) => !chosenKeys.has(spanKey(span)))
    .map((span) => ({ span, kind: 'suggested' as const }))
  const marks = [...own, ...others].map(({ span, kind }) => ({
    label: span.label,
    start: index.toUtf16(span.start),
    end: index.toUtf16(span.end),
    kind,
    level: 0,
  }))
  return withLevels(marks.sort((one, other) => one.start - other.start || other.end - one.end))
}

/** Give overlapping marks different levels, each the lowest free one. */
function withLevels(sorted: readonly Mark[]): Mark[] {
  const endOfLevel: number[] = []
  return sorted.map((mark) => {
    const free = endOfLevel.findIndex((end) => end <= mark.start)
    const level = free < 0 ? endOfLevel.length : free
    endOfLevel[level] = mark.end
    return { ...mark, level }
  })
}

/** Whether two marks have the same label and range. */
export function isSameMark(one: Labelled | undefined, other: Labelled): boolean {
  return one?.start === other.start && one.end === other.end && one.label === other.label
}

/** Overlapping marks in the order in which keys and clicks act on them. */
export function shortestFirst(marks: readonly Mark[]): Mark[] {
  return marks.toSorted((one, other) => one.end - one.start - (other.end - other.start))
}

/** A key that is equal for equal spans. */
export function spanKey({ label, start, end }: Span): string {
  return `${start}:${end}:${label}`
}

/** The result of adding a span to an answer. */
export interface Added {
  spans: Span[]
  /** Spans that were removed: unless overlaps are allowed, a new span replaces those it touches. */
  replaced: Span[]
}

/** Add a span; adding an existing one changes nothing. */
export function addSpan(spans: readonly Span[], added: Span, allowsOverlapping: boolean): Added {
  const rest = spans.filter((span) => spanKey(span) !== spanKey(added))
  const isTouched = (span: Span) => !allowsOverlapping && overlaps(span, added)
  const kept = rest.filter((span) => !isTouched(span))
  return { spans: sortSpans([...kept, added]), replaced: rest.filter(isTouched) }
}

/** Add spans, which must not touch any others. */
export function addSpans(spans: readonly Span[], added: readonly Span[]): Span[] {
  return sortSpans([...spans, ...added])
}

/** An answer without one of its spans. */
export function removeSpan(spans: readonly Span[], removed: Span): Span[] {
  return spans.filter((span) => spanKey(span) !== spanKey(removed))
}

function sortSpans(spans: readonly Span[]): Span[] {
  return spans.toSorted((one, other) => one.start - other.start || one.end - other.end)
}
