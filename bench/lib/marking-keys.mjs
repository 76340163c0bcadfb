/**
 * The keys that an experienced person presses to mark a text: a model of the keys in a text with spans
 * (packages/web/src/spans/use-span-keys.ts), and the shortest sequence of keys for each mark.
 */

/** @typedef {{ start: number, end: number }} Range in UTF-16 units */
/** @typedef {Range & { label: string }} Mark */
/** The keyboard selection, from the anchor word to the current word. @typedef {{ anchor: number, at: number }} Caret */

/**
 * The keys that change the marks of a text into the wanted ones, without the final key that submits.
 *
 * @param {object} sentence
 * @param {string} sentence.text
 * @param {readonly Range[]} sentence.words the words that the caret can be at, in order
 * @param {readonly Mark[]} sentence.wanted in order; each begins and ends at word boundaries
 * @param {readonly Mark[]} [sentence.marks] the existing marks
 * @param {boolean} [sentence.isResting] whether the caret is at the first word
 * @param {(label: string) => string} keyOf returns the key of a label
 * @returns {string[]}
 */
export function markingKeys({ text, words, wanted, marks = [], isResting = false }, keyOf) {
  const isSame = (/** @type {Mark} */ one) => (/** @type {Mark} */ other) =>
    one.start === other.start && one.end === other.end && one.label === other.label
  const touches = (/** @type {Range} */ one, /** @type {Range} */ other) =>
    one.start < other.end && other.start < one.end
  const missing = wanted.filter((mark) => !marks.some(isSame(mark)))
  const wrong = marks.filter((mark) => !wanted.some(isSame(mark)) && !missing.some((one) => touches(one, mark)))
  const steps = [...missing, ...wrong].sort((one, other) => one.start - other.start)

  const keys = []
  let now = [...marks]
  /** @type {Caret | undefined} */
  let caret = isResting ? { anchor: 0, at: 0 } : undefined
  let isUnmoved = true
  for (const step of steps) {
    const isWrong = wrong.includes(step)
    const isThere = (/** @type {Caret} */ place) => {
      const range = rangeOf(words, place)
      const touched = now.filter((mark) => touches(mark, range))
      return isWrong
        ? touched.length === 1 && touched[0] === step
        : range.start === step.start && range.end === step.end
    }
    const way = shortestWay({ text, words, marks: now }, { caret, isUnmoved }, isThere)
    keys.push(...way.keys, isWrong ? 'Delete' : keyOf(step.label))
    caret = way.caret
    isUnmoved = false
    now = isWrong ? now.filter((mark) => mark !== step) : [...now.filter((mark) => !touches(mark, step)), step]
    now.sort((one, other) => one.start - other.start)
  }
  return keys
}

/** @typedef {{ text: string, words: readonly Range[], marks: readonly Range[] }} MarkedText */
/** @typedef {{ caret: Caret | undefined, isUnmoved: boolean }} Place */

/**
 * The shortest sequence of keys from one place to another (breadth-first search).
 *
 * @param {MarkedText} marked
 * @param {Place} from
 * @param {(caret: Caret) => boolean} isThere
 * @returns {{ keys: string[], caret: Caret }}
 */
function shortestWay(marked, from, isThere) {
  if (from.caret && from.isUnmoved && isThere(from.caret)) return { keys: [], caret: from.caret }
  const seen = new Set()
  /** @type {{ place: Place, keys: string[] }[]} */
  let edge = [{ place: from, keys: [] }]
  while (edge.length > 0) {
    const next = []
    for (const { place, keys } of edge) {
      for (const [key, caret] of moves(marked, place)) {
        const name = `${caret.anchor} ${caret.at}`
        if (seen.has(name)) continue
        seen.add(name)
        const gone = [...keys, key]
        if (isThere(caret)) return { keys: gone, caret }
        next.push({ place: { caret, isUnmoved: false }, keys: gone })
      }
    }
    edge = next
  }
  throw new Error(`No keys lead there in “${marked.text}”.`)
}

/**
 * The selection after each key.
 *
 * @param {MarkedText} marked
 * @param {Place} place
 * @returns {[string, Caret][]}
 */
function moves({ text, words, marks }, { caret, isUnmoved }) {
  const last = words.length - 1
  const wordOf = (/** @type {number} */ at) => text.slice(words[at]?.start, words[at]?.end).toLowerCase()
  const here = isUnmoved || !caret ? -1 : caret.at
  /** @type {[string, Caret][]} */
  const found = []
  const arrow = (/** @type {1 | -1} */ by) => Math.min(Math.max((caret?.at ?? 0) + (caret ? by : 0), 0), last)
  for (const [key, by] of /** @type {const} */ ([
    ['ArrowRight', 1],
    ['ArrowLeft', -1],
  ])) {
    const at = arrow(by)
    found.push([key, { anchor: at, at }])
    if (caret) found.push([`Shift+${key}`, { anchor: caret.anchor, at }])
  }
  found.push(['Home', { anchor: 0, at: 0 }], ['End', { anchor: last, at: last }])

  const from = isUnmoved || !caret ? -1 : rangeOf(words, caret).start
  const nextMark = marks.find(({ start }) => start > from)
  const markBefore = marks.findLast(({ start }) => start < (from < 0 ? text.length : from))
  if (nextMark) found.push(['n', caretOf(words, nextMark)])
  if (markBefore) found.push(['p', caretOf(words, markBefore)])

  for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
    const places = words.map((_, step) => (here + 1 + step) % words.length)
    const at = places.find((one) => wordOf(one).startsWith(letter))
    if (at === undefined) continue
    const isTaken = (letter === 'n' && nextMark) || (letter === 'p' && markBefore)
    if (!isTaken) found.push([letter, { anchor: at, at }])
    // Shift and M marks the other occurrences.
    if (caret && at > here && letter !== 'm') found.push([`Shift+${letter}`, { anchor: caret.anchor, at }])
  }
  const run = capitalisedRun(text, words, here) ?? capitalisedRun(text, words, -1)
  if (run) found.push(['.', run])
  return found
}

/** @returns {Caret | undefined} @param {string} text @param {readonly Range[]} words @param {number} after */
function capitalisedRun(text, words, after) {
  const isCapital = (/** @type {number} */ at) => /^\p{Lu}/u.test(text.slice(words[at]?.start, words[at]?.end))
  const follows = (/** @type {number} */ at) => text.slice(words[at - 1]?.end, words[at]?.start).trim() === ''
  const anchor = words.findIndex((_, at) => at > after && isCapital(at))
  if (anchor < 0) return undefined
  let at = anchor
  while (at + 1 < words.length && isCapital(at + 1) && follows(at + 1)) at += 1
  return { anchor, at }
}

/** @returns {Range} @param {readonly Range[]} words @param {Caret} caret */
function rangeOf(words, { anchor, at }) {
  return { start: words[Math.min(anchor, at)]?.start ?? 0, end: words[Math.max(anchor, at)]?.end ?? 0 }
}

/** @returns {Caret} @param {readonly Range[]} words @param {Range} mark */
function caretOf(words, { start, end }) {
  return { anchor: words.findIndex((word) => word.end > start), at: words.findLastIndex((word) => word.start < end) }
}
