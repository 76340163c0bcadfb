import type { Span } from '@postil/contract/feedback/answer-value'

/** Maximum length of a line of lanes, in code points. */
const LINE_LENGTH = 72

/** A piece of the text in which no lane changes, with the span of each lane. */
export interface LanePiece {
  /** Offset in the text, in code points. */
  start: number
  text: string
  marks: readonly (LaneMark | undefined)[]
}

export interface LaneMark {
  label: string
  isStart: boolean
  isEnd: boolean
}

/**
 * A text as lines of lanes, one lane per answer: pieces end at word boundaries and at the ends of spans. Lines without spans are left out.
 * Of overlapping spans in one answer the lane shows the one that starts first.
 *
 * @param lanes - spans of each answer, in code points
 */
export function laneLines(text: string, lanes: readonly (readonly Span[])[]): LanePiece[][] {
  const letters = [...text]
  const cuts = new Set([0, letters.length])
  for (let at = 1; at < letters.length; at += 1) if (isSpace(letters[at - 1]) && !isSpace(letters[at])) cuts.add(at)
  for (const { start, end } of lanes.flat()) for (const cut of [start, end]) cuts.add(Math.min(cut, letters.length))
  const ordered = lanes.map((spans) => [...spans].sort((one, other) => one.start - other.start || other.end - one.end))
  const places = [...cuts].sort((one, other) => one - other)
  const lines: LanePiece[][] = []
  let lineStart = 0
  for (const [index, start] of places.slice(0, -1).entries()) {
    const end = places[index + 1] ?? start
    if (lines.length === 0 || end - lineStart > LINE_LENGTH) {
      lines.push([])
      lineStart = start
    }
    const marks = ordered.map((spans) => markAt(spans, start, end))
    lines.at(-1)?.push({ start, text: letters.slice(start, end).join(''), marks })
  }
  return lines.filter((line) => line.some(({ marks }) => marks.some((mark) => mark !== undefined)))
}

function markAt(spans: readonly Span[], start: number, end: number): LaneMark | undefined {
  const span = spans.find((one) => one.start <= start && end <= one.end)
  return span && { label: span.label, isStart: span.start === start, isEnd: span.end === end }
}

function isSpace(letter: string | undefined): boolean {
  return letter !== undefined && /\s/.test(letter)
}
