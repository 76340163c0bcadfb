/**
 * Extend a selection to whole words or whole characters. Ranges are in UTF-16 units. Only the text around the selection is read, so that
 * dragging stays smooth in a text of a megabyte.
 */
import { clusterEnd, isPlainEdge } from '../text/graphemes'
import { tokenize } from '../text/tokenize'
import type { TextRange } from './ranges'

/**
 * The range of the words that a selection touches. In scripts without spaces a word is one grapheme cluster. White space at the ends is
 * excluded; other characters outside words are included as whole clusters.
 *
 * @returns undefined when only white space is selected
 */
export function snapToWords(text: string, selection: TextRange): TextRange | undefined {
  const inner = snapToGraphemes(text, selection)
  if (!inner) return undefined
  const from = stretchStart(text, inner.start)
  const to = stretchEnd(text, inner.end)
  const words = tokenize(text.slice(from, to))
  // A character that folds to several words makes words overlap, so a touched word may touch further ones.
  let { start, end } = inner
  let reached = -1
  while (reached !== end - start) {
    reached = end - start
    for (const word of words) {
      if (from + word.start >= end || from + word.end <= start) continue
      start = Math.min(start, from + word.start)
      end = Math.max(end, from + word.end)
    }
  }
  return { start, end }
}

/**
 * The range of the grapheme clusters that a selection touches, without white space at its ends.
 *
 * @returns undefined when only white space is selected
 */
export function snapToGraphemes(text: string, selection: TextRange): TextRange | undefined {
  const { start, end } = trimRange(text, selection)
  if (start >= end) return undefined
  let at = start
  while (!isPlainEdge(text, at)) at -= 1
  let first = at
  for (; at < end; at = clusterEnd(text, at)) if (at <= start) first = at
  return { start: first, end: at }
}

/**
 * The range from the first to the last of the given ranges that a selection touches.
 *
 * @param ranges - sorted, not overlapping
 * @returns undefined when the selection touches none
 */
export function snapToRanges(ranges: readonly TextRange[], selection: TextRange): TextRange | undefined {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.end ?? 0) > selection.start) high = middle
    else low = middle + 1
  }
  const first = ranges[low]
  if (!first || first.start >= selection.end) return undefined
  let { end } = first
  for (let at = low + 1; at < ranges.length; at += 1) {
    const next = ranges[at]
    if (!next || next.start >= selection.end) break
    end = next.end
  }
  return { start: first.start, end }
}

/** Trim white space from both ends of a range, and clamp it to the text. */
function trimRange(text: string, { start, end }: TextRange): TextRange {
  let from = Math.min(Math.max(Math.min(start, end), 0), text.length)
  let to = Math.min(Math.max(start, end, 0), text.length)
  while (from < to && isSpace(text, from)) from += 1
  while (to > from && isSpace(text, to - 1)) to -= 1
  return { start: from, end: to }
}

// ASCII white space and controls are word boundaries under every rule (see `scanWords`), so tokenising may begin and end there.
function stretchStart(text: string, offset: number): number {
  let at = offset
  while (at > 0 && text.charCodeAt(at - 1) > 0x20) at -= 1
  return at
}

function stretchEnd(text: string, offset: number): number {
  let at = offset
  while (at < text.length && text.charCodeAt(at) > 0x20) at += 1
  return at
}

function isSpace(text: string, at: number): boolean {
  return /\p{White_Space}/u.test(text.charAt(at))
}
