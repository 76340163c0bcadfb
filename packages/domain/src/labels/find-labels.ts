/** Kinds of matches, best first. Labels with the same kind of match are sorted by use, then by their position in the dataset. */
const MATCH = { whole: 0, beginning: 1, prefixes: 2, initials: 3, inside: 4 } as const

interface FindOptions<Label> {
  /** How much a label was used, with recent uses weighted more. Default: 0 for all. */
  weightOf?: ((label: Label) => number) | undefined
  /** Whether to find labels despite typing mistakes when nothing else matches. Default: true. */
  allowsTypos?: boolean
}

/**
 * Find labels by typed text, best match first: the whole label, its beginning, prefixes of its words in any order (`bill pay` finds
 * `pay_bill`), concatenated prefixes of its first words (`pb`, `paybi`), parts of words. Only if none of these matches, typing mistakes
 * are tolerated: one per word, or two in words of eight or more letters. Case and accents are ignored.
 *
 * @param query - a blank query finds all labels, in their order
 */
export function findLabels<Label extends { text: string }>(
  labels: readonly Label[],
  query: string,
  { weightOf = () => 0, allowsTypos = true }: FindOptions<Label> = {},
): Label[] {
  const wanted = foldLabel(query.trim())
  if (wanted === '') return [...labels]
  const words = wordsOf(wanted)
  const matches = labels.flatMap((label) => {
    const match = matchOf(label.text, wanted, words)
    return match === undefined ? [] : [{ label, match, weight: weightOf(label) }]
  })
  if (matches.length > 0)
    return matches.sort((one, other) => one.match - other.match || other.weight - one.weight).map(({ label }) => label)
  if (!allowsTypos || words.length === 0) return []
  const near = labels.filter(({ text }) => isNear(labelWords(text).words, words))
  return near.sort((one, other) => weightOf(other) - weightOf(one))
}

/** A text without case and accents. */
function foldLabel(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function matchOf(text: string, wanted: string, words: readonly string[]): number | undefined {
  const label = labelWords(text)
  if (label.folded === wanted) return MATCH.whole
  if (words.length === 0) return label.folded.includes(wanted) ? MATCH.inside : undefined
  const joined = words.join(' ')
  const [only, ...others] = words
  if (label.joined === joined) return MATCH.whole
  if (label.joined.startsWith(joined)) return MATCH.beginning
  if (hasPrefixes(label.words, words)) return MATCH.prefixes
  if (only !== undefined && others.length === 0 && areInitials(label.words, only)) return MATCH.initials
  return words.every((word) => label.folded.includes(word)) ? MATCH.inside : undefined
}

/**
 * Whether each wanted word is a prefix of a different word of the label. A greedy assignment is enough if the longest prefixes are assigned
 * first: a word that starts with a long prefix also starts with each shorter one that could compete for it.
 */
function hasPrefixes(words: readonly string[], wanted: readonly string[]): boolean {
  const free = [...words]
  return [...wanted]
    .sort((one, other) => other.length - one.length)
    .every((sought) => {
      const at = free.findIndex((word) => word.startsWith(sought))
      if (at >= 0) free.splice(at, 1)
      return at >= 0
    })
}

/** Whether letters are concatenated prefixes of the first words: `pt`, `pet` and `pendtr` for `pending_transfer`. */
function areInitials(words: readonly string[], letters: string): boolean {
  // The possible numbers of letters that the words so far can cover.
  let reached = [0]
  for (const word of words) {
    const next = new Set<number>()
    for (const from of reached)
      for (let length = 1; length <= word.length && word[length - 1] === letters[from + length - 1]; length += 1)
        next.add(from + length)
    if (next.has(letters.length)) return true
    reached = [...next]
  }
  return false
}

/** No typing mistakes are tolerated in shorter words, which are too similar to each other. */
const MIN_TYPO_LENGTH = 3
/** From this length on, two typing mistakes are tolerated. */
const TWO_TYPOS_LENGTH = 8

/** Whether each wanted word is a prefix of a word of the label, within the tolerated number of typing mistakes. */
function isNear(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((sought) => {
    const allowed = sought.length < MIN_TYPO_LENGTH ? 0 : sought.length < TWO_TYPOS_LENGTH ? 1 : 2
    return words.some((word) => prefixDistance(sought, word) <= allowed)
  })
}

/** Edit distance (with transpositions) between `sought` and the best prefix of `word`. */
function prefixDistance(sought: string, word: string): number {
  let before: number[] = []
  let last = Array.from({ length: word.length + 1 }, (_, at) => at)
  for (let row = 1; row <= sought.length; row += 1) {
    const now = [row]
    for (let at = 1; at <= word.length; at += 1) {
      const isSame = sought[row - 1] === word[at - 1]
      let least = Math.min((last[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (isSame ? 0 : 1))
      const isSwapped = row > 1 && at > 1 && sought[row - 1] === word[at - 2] && sought[row - 2] === word[at - 1]
      if (isSwapped) least = Math.min(least, (before[at - 2] ?? 0) + 1)
      now.push(least)
    }
    before = last
    last = now
  }
  return Math.min(...last)
}

interface LabelWords {
  folded: string
  words: readonly string[]
  joined: string
}

/** Cache size: enough for the labels of a few datasets. The same labels are split again at each key press. */
const MAX_KNOWN = 5000
const known = new Map<string, LabelWords>()

function labelWords(text: string): LabelWords {
  const found = known.get(text)
  if (found) return found
  // `payBill` has two words, too.
  const words = wordsOf(foldLabel(text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')))
  const made = { folded: foldLabel(text), words, joined: words.join(' ') }
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(text, made)
  return made
}

function wordsOf(folded: string): string[] {
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}
