/**
 * Find the occurrences of a phrase in a text. Without slop the words must be adjacent. With slop each word may be displaced, and the
 * difference between the largest and the smallest displacement must be at most the slop, as in Lucene: swapped neighbours need a slop of 2.
 *
 * @param terms - the terms of the text, in order
 * @returns lazily, for each occurrence the indexes into `terms`, in the order of the phrase
 */
export function* findPhrase(terms: readonly string[], phrase: readonly string[], slop: number): Generator<number[]> {
  if (slop > 0) {
    yield* findSloppy(terms, phrase, slop)
    return
  }
  for (const start of indexesOf(terms, phrase[0] ?? '')) {
    if (phrase.every((word, offset) => terms[start + offset] === word)) yield phrase.map((_, offset) => start + offset)
  }
}

/**
 * Each occurrence of a word implies a start of the phrase. Where all words have implied starts at most `slop` apart, there is an
 * occurrence of the phrase. Words that occur twice in the phrase need two different positions.
 */
function* findSloppy(terms: readonly string[], phrase: readonly string[], slop: number): Generator<number[]> {
  const places = phrase.map((word) => indexesOf(terms, word))
  if (places.some((list) => list.length === 0)) return
  const starts = new Set(places.flatMap((list, offset) => list.map((index) => index - offset)))
  for (const low of starts) {
    const allowed = places.map((list, offset) => between(list, low + offset, low + offset + slop))
    const occurrence = chooseDistinct(allowed)
    if (occurrence) yield occurrence
  }
}

/** A distinct position for each word, or undefined (bipartite matching by augmenting paths, since equal words compete for positions). */
function chooseDistinct(allowed: readonly (readonly number[])[]): number[] | undefined {
  const wordAt = new Map<number, number>()
  const place = (word: number, tried: Set<number>): boolean =>
    (allowed[word] ?? []).some((index) => {
      if (tried.has(index)) return false
      tried.add(index)
      const other = wordAt.get(index)
      if (other !== undefined && !place(other, tried)) return false
      wordAt.set(index, word)
      return true
    })
  for (let word = 0; word < allowed.length; word += 1) if (!place(word, new Set())) return undefined
  const chosen: number[] = []
  for (const [index, word] of wordAt) chosen[word] = index
  return chosen
}

function indexesOf(terms: readonly string[], word: string): number[] {
  return terms.flatMap((term, index) => (term === word ? [index] : []))
}

/** The numbers of an ascending list from `from` to `to`, both inclusive. */
function between(ascending: readonly number[], from: number, to: number): readonly number[] {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? from) < from) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < ascending.length && (ascending[end] ?? 0) <= to) end += 1
  return ascending.slice(low, end)
}
