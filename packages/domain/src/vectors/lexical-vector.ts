/** Vectors without a model: texts that share words, or parts of words, point in similar directions. */
import { scanWords } from '../text/scan-words'

/** Dimensions of a lexical vector: enough that hash collisions between the words of one text are rare. */
export const LEXICAL_DIMENSIONS = 256

/** Weights of a word and of its parts: a word counts more than any one part, and about as much as all of its parts together. */
const WORD_WEIGHT = 1
const PART_WEIGHT = 0.6
const PART_LENGTH = 3
/** Words of at least this many characters have full weight; shorter ones have less, because most of them are function words. */
const FULL_LENGTH = 6
/** Maximum number of distinct words: bounds the time per text, and further words would hardly change the vector. */
const MAX_WORDS = 20_000

/**
 * The lexical vector of some texts: a hashed bag of words and character trigrams, each weighted by the logarithm of its frequency,
 * normalised to length 1, in single precision. Deterministic across machines.
 *
 * @returns all zeros when the texts contain no word
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

/** Add a feature at its hashed dimension, with a hashed sign, so that collisions cancel out on average (signed feature hashing). */
function add(sums: Float64Array, feature: string, weight: number): void {
  const hash = hashText(feature)
  const place = (hash >>> 1) % LEXICAL_DIMENSIONS
  sums[place] = (sums[place] ?? 0) + (hash & 1 ? weight : -weight)
}

/** FNV-1a over UTF-16 units with the finalizer of MurmurHash3, because the low bits of plain FNV-1a are poorly mixed. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
