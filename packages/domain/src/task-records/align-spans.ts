import { indexOffsets, type OffsetIndex } from '../spans/code-points'
import type { TextRange } from '../spans/ranges'
import type { Entity } from './document'

/** Where the tokens of a text stand, in code points. */
export interface TokenSpans {
  starts: ReadonlySet<number>
  ends: ReadonlySet<number>
}

/**
 * Where each token stands in its text, searched from where the one before ended, over one space at most between them; in UTF-16 units.
 *
 * @returns the ranges, or the index of the first token that is not there
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

/** Find each token in its text. @returns the edges of all, or the index of the first that is not there */
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
 * Entities that begin and end at token edges (classic-api §4). When one does not, all are corrected once: moved into the text, and off the
 * white space at their edges.
 *
 * @returns the entities as they are stored, or the index of the first that fits no tokens even then
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
  // Conversions clamp to the text.
  let start = offsets.toUtf16(entity.start)
  let end = offsets.toUtf16(entity.end)
  while (start < end && isSpace(text, start)) start += 1
  while (end > start && isSpace(text, end - 1)) end -= 1
  return { ...entity, start: offsets.toCodePoints(start), end: offsets.toCodePoints(end) }
}

function isSpace(text: string, at: number): boolean {
  return /\s/u.test(text.charAt(at))
}
