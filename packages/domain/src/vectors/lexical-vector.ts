/** Vectors without a model: texts that share words, or parts of words, point in similar directions. */
import { scanWords } from '../text/scan-words'

/** Numbers in a lexical vector: enough that few words of one text meet in the same place. */
export const LEXICAL_DIMENSIONS = 256

/** A whole word says more than one of its parts, all of them together about as much. */
const WORD_WEIGHT = 1
const PART_WEIGHT = 0.6
const PART_LENGTH = 3
/** Short words are mostly the glue of a language: words of this many characters and more count in full. */
const FULL_LENGTH = 6
/** Words beyond this many say nothing new, and the time stays bounded. */
const MAX_WORDS = 20_000

/**
 * The lexical vector of some texts: hashed words and groups of three characters, each counted by the logarithm of how often it stands, in
 * single precision, with length 1. The same on every machine.
 *
 * @returns zeros when the texts have no word
 */
export function lexicalVector(texts: readonly string[]): Float32Array {
  const counts = countWords(texts)
  const sums = new Float64Array(LEXICAL_DIMENSIONS)
  for (const [word, count] of counts) {
    const chars = Array.from(word)
    const weight = (1 + Math.log(count)) * Math.min(1, (chars.length + 1) / FULL_LENGTH)
    add(sums, word, weight * WORD_WEIGHT)
    const padded = ['^', ...chars, '$']
    const parts = padded.length - PART_LENGTH + 1
    for (let at = 0; at < parts; at += 1)
      add(sums, padded.slice(at, at + PART_LENGTH).join(''), (weight * PART_WEIGHT) / Math.sqrt(parts))
  }
  const length = Math.sqrt(sums.reduce((sum, value) => sum + value * value, 0))
  return Float32Array.from(sums, (value) => (length === 0 ? 0 : value / length))
}

function countWords(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts)
    scanWords(text, (term) => {
      const known = counts.get(term)
      if (known !== undefined || counts.size < MAX_WORDS) counts.set(term, (known ?? 0) + 1)
    })
  return counts
}

/** Each feature falls on one place, with a sign of its own so that chance meetings cancel out. */
function add(sums: Float64Array, feature: string, weight: number): void {
  const hash = hashText(feature)
  const place = (hash >>> 1) % LEXICAL_DIMENSIONS
  sums[place] = (sums[place] ?? 0) + (hash & 1 ? weight : -weight)
}

/** FNV-1a over UTF-16 units, stirred once more so that the low bits are as good as the high ones. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
