import { findPhrase } from '@postil/domain/search/index'

/** A separator between the values of one document, so that no phrase matches across values. */
export const BREAK = -1

/**
 * True when a phrase occurs within one value of a document, with its words moved by at most `slop` (counted as by `findPhrase` in the
 * domain).
 *
 * @param terms - the document's term ids, with `BREAK` between values
 */
export function hasPhrase(terms: Int32Array, phrase: readonly number[], slop: number): boolean {
  if (slop === 0) return hasExact(terms, phrase)
  const isDistinct = new Set(phrase).size === phrase.length
  let from = 0
  for (let to = 0; to <= terms.length; to += 1) {
    if (to < terms.length && terms[to] !== BREAK) continue
    const value = terms.subarray(from, to)
    from = to + 1
    // Distinct words never compete for the same position, so this test is sufficient for them.
    if (isNear(value, phrase, slop) && (isDistinct || hasOccurrence(value, phrase, slop))) return true
  }
  return false
}

function hasExact(terms: Int32Array, phrase: readonly number[]): boolean {
  const last = terms.length - phrase.length
  for (let at = 0; at <= last; at += 1) {
    let matched = 0
    while (matched < phrase.length && terms[at + matched] === phrase[matched]) matched += 1
    if (matched === phrase.length) return true
  }
  return false
}

/**
 * Each position of a word implies a start of the phrase. The phrase is near if starts implied by all its words are at most `slop` apart.
 */
function isNear(terms: Int32Array, phrase: readonly number[], slop: number): boolean {
  const starts: number[][] = phrase.map(() => [])
  for (let at = 0; at < terms.length; at += 1)
    for (let offset = 0; offset < phrase.length; offset += 1)
      if (phrase[offset] === terms[at]) starts[offset]?.push(at - offset)
  if (starts.some((list) => list.length === 0)) return false
  return starts.some((list) => list.some((low) => starts.every((others) => firstFrom(others, low) <= low + slop)))
}

/** The first number of an ascending list that is at least `least`. */
function firstFrom(ascending: readonly number[], least: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? least) < least) low = middle + 1
    else high = middle
  }
  return ascending[low] ?? Number.POSITIVE_INFINITY
}

function hasOccurrence(terms: Int32Array, phrase: readonly number[], slop: number): boolean {
  const words = Array.from(terms, String)
  return !findPhrase(words, phrase.map(String), slop).next().done
}
