import { indexOffsets, type OffsetIndex } from '../spans/code-points'
import type { TextRange } from '../spans/ranges'
import type { Entity } from './document'

/** The offsets at which tokens of a text start and end, in code points. */
export interface TokenSpans {
  starts: ReadonlySet<number>
  ends: ReadonlySet<number>
}

/**
 * Find the range of each token in its text, searching from the end of the previous token.
 *
 * @returns the ranges in UTF-16 units, or the index of the first token that was not found
 */
export function locateTokens(text: string, tokens: readonly string[]): TextRange[] | { missing: number } {
  const ranges: TextRange[] = []
  let from = 0
  for (const [index, token] of tokens.entries()) {
    const start = text.indexOf(token, from)
    if (start < 0) return { missing: index }
    const end = start + token.length
    ranges.push({ start, end })
    from = text[end] === ' ' ? end + 1 : end
  }
  return ranges
}

/** Find the offsets of all tokens in their text. @returns the offsets, or the index of the first token that was not found */
export function findTokens(text: string, tokens: readonly string[]): TokenSpans | { missing: number } {
  const ranges = locateTokens(text, tokens)
  if ('missing' in ranges) return ranges
  const offsets = indexOffsets(text)
  return {
    starts: new Set(ranges.map(({ start }) => offsets.toCodePoints(start))),
    ends: new Set(ranges.map(({ end }) => offsets.toCodePoints(end))),
  }
}

/**
 * Align entities to token boundaries (classic-api §4). If an entity does not begin and end at a boundary, all entities are corrected: they
 * are clamped to the text, and white space at their ends is trimmed.
 *
 * @returns the entities to store, or the index of the first one that is still not aligned after the correction
 */
export function alignEntities(
  text: string,
  tokens: TokenSpans,
  entities: readonly Entity[],
): { entities: Entity[] } | { misaligned: number } {
  const fits = (entity: Entity) =>
    tokens.starts.has(entity.start) && tokens.ends.has(entity.end) && entity.start < entity.end
  if (entities.every(fits)) return { entities: [...entities] }
  const offsets = indexOffsets(text)
  const corrected = entities.map((entity) => correct(text, offsets, entity))
  const misaligned = corrected.findIndex((entity) => !fits(entity))
  return misaligned < 0 ? { entities: corrected } : { misaligned }
}

function correct(text: string, offsets: OffsetIndex, entity: Entity): Entity {
  // The conversion clamps offsets to the text.
  let start = offsets.toUtf16(entity.start)
  let end = offsets.toUtf16(entity.end)
  while (start < end && isSpace(text, start)) start += 1
  while (end > start && isSpace(text, end - 1)) end -= 1
  return { ...entity, start: offsets.toCodePoints(start), end: offsets.toCodePoints(end) }
}

function isSpace(text: string, at: number): boolean {
  return /\s/u.test(text.charAt(at))
}
