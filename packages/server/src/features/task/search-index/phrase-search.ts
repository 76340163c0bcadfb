import { findPhrase } from '@postil/domain/search/index'

/** Stands between the values of one document, so that no phrase runs from one into the next. */
export const BREAK = -1

/**
 * True when a phrase stands within one value of a document, its words moved by at most `slop` (as `findPhrase` in the domain counts it).
 *
 * @param terms - the document's terms by number, `BREAK` between values
 */
export function hasPhrase(terms: Int32Array, phrase: readonly number[], slop: number): boolean {
  if (slop === 0) return hasExact(terms, phrase)
  const isDistinct = new Set(phrase).size === phrase.length
  let from = 0
  for (let to = 0; to <= terms.length; to += 1) {
    if (to < terms.length && terms[to] !== BREAK) continue
    const value = terms.subarray(from, to)
    from = to + 1
    // Words that are all different cannot want the same place, so then this is all there is to look at.
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

/** Every place of a word implies where the phrase starts: somewhere all words must imply starts at most `slop` apart. */
function isNear(terms: Int32Array, phrase: readonly number[], slop: number): boolean {
  const starts: number[][] = phrase.map(() => [])
  for (let at = 0; at < terms.length; at += 1)
    for (let offset = 0; offset < phrase.length; offset += 1)
      if (phrase[offset] === terms[at]) starts[offset]?.push(at - offset)
  if (starts.some((list) => list.length === 0)) return false
  return starts.some((list) => list.some((low) => starts.every((others) => firstFrom(others, low) <= low + slop)))
}

/** The first of an ascending list that is not below a number. */
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
