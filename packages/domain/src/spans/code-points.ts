/**
 * Converts between offsets in Unicode code points, as used by the API, and in UTF-16 units, as used by JavaScript strings. A lone surrogate
 * counts as one code point, as in the string iterator. Offsets outside the text are clamped to it.
 */

/** Converts offsets of one text, any number of times. */
export interface OffsetIndex {
  /** Length in code points. */
  readonly length: number
  /** @param utf16 - offset in UTF-16 units; an offset inside a surrogate pair counts as the beginning of the pair */
  toCodePoints(utf16: number): number
  /** @param codePoints - offset in code points */
  toUtf16(codePoints: number): number
}

// UTF-16 units per entry of the index; a lookup reads at most this many.
const STEP = 512

/** Index a text, so that the cost of a conversion does not grow with the length of the text. */
export function indexOffsets(text: string): OffsetIndex {
  // Number of surrogate pairs before each step. A pair that straddles a step counts as before it.
  const pairsBefore: number[] = []
  let pairs = 0
  for (let at = 0; at < text.length; at += 1) {
    if (at % STEP === 0) pairsBefore.push(pairs)
    if (isPair(text, at)) pairs += 1
  }
  const length = text.length - pairs
  if (pairs === 0) {
    const clamp = (offset: number) => clampTo(offset, length)
    return { length, toCodePoints: clamp, toUtf16: clamp }
  }
  return {
    length,
    toCodePoints: (utf16) => toCodePointsFrom(text, pairsBefore, clampTo(utf16, text.length)),
    toUtf16: (codePoints) => toUtf16From(text, pairsBefore, clampTo(codePoints, length)),
  }
}

/** The number of code points in a text. */
export function codePointLength(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length; at += 1) if (isPair(text, at)) length -= 1
  return length
}

/** Convert one offset from UTF-16 units to code points; for several offsets of one text use `indexOffsets`. */
export function toCodePoints(text: string, utf16: number): number {
  return toCodePointsFrom(text, [0], clampTo(utf16, text.length))
}

/** Convert one offset from code points to UTF-16 units; for several offsets of one text use `indexOffsets`. */
export function toUtf16(text: string, codePoints: number): number {
  return toUtf16From(text, [0], clampTo(codePoints, text.length))
}

/** The part of a text between two offsets in code points. */
export function sliceByCodePoints(text: string, start: number, end?: number): string {
  const from = toUtf16(text, start)
  return end === undefined ? text.slice(from) : text.slice(from, Math.max(from, toUtf16(text, end)))
}

function toCodePointsFrom(text: string, pairsBefore: readonly number[], utf16: number): number {
  const step = Math.min(Math.floor(utf16 / STEP), pairsBefore.length - 1)
  let pairs = pairsBefore[step] ?? 0
  for (let at = step * STEP; at < utf16; at += 1) if (isPair(text, at)) pairs += 1
  // An offset inside a pair becomes the beginning of the pair, because the pair is counted already.
  return utf16 - pairs
}

function toUtf16From(text: string, pairsBefore: readonly number[], codePoints: number): number {
  let low = 0
  let high = pairsBefore.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (middle * STEP - (pairsBefore[middle] ?? 0) <= codePoints) low = middle
    else high = middle - 1
  }
  let at = low * STEP
  let left = codePoints - (at - (pairsBefore[low] ?? 0))
  // If a pair straddles the step, start at the beginning of the pair.
  if (at > 0 && isPair(text, at - 1)) at -= 1
  while (left > 0 && at < text.length) {
    at += isPair(text, at) ? 2 : 1
    left -= 1
  }
  return at
}

function isPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  if (unit < 0xd800 || unit > 0xdbff) return false
  const next = text.charCodeAt(at + 1)
  return next >= 0xdc00 && next <= 0xdfff
}

function clampTo(offset: number, length: number): number {
  return Math.min(Math.max(Math.trunc(offset) || 0, 0), length)
}
