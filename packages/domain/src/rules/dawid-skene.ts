import type { MatchPattern, RuleLabels, SuggestedLabel } from './majority'

const MAX_ROUNDS = 100
/** Convergence: no probability changes by more than this in an iteration. */
const TOLERANCE = 1e-4
/** Additive smoothing of counts, so that unseen events are rare instead of impossible. */
const SMOOTHING = 0.1
/** Labels with a lower probability are left out of a suggestion. */
const MIN_SCORE = 0.005
/** Number of patterns to process between two yields: about a millisecond. */
const AT_ONCE = 2000

/** Work that may take seconds: at each `yield` other work can run. */
export type LongWork<T> = Generator<void, T>

/**
 * Combine rules, weighted by their estimated reliability: the model of Dawid and Skene ("Maximum likelihood
 * estimation of observer error-rates using the EM algorithm", Applied Statistics 28(1), 1979), with rules as observers.
 *
 * A rule always gives the same label, so its information is whether it matches: each rule observes "match" or "no match" for each record,
 * and the model estimates how often it matches records of each label. Annotations are not used. Records without a matching rule are
 * excluded. EM starts from the vote fractions.
 *
 * @param patterns - the matrix of records and rules, with equal rows grouped
 * @returns for each pattern the likely labels with their probabilities, best first; the probabilities add up to at most 1
 */
export function* dawidSkene(
  patterns: readonly MatchPattern[],
  rules: readonly RuleLabels[],
): LongWork<SuggestedLabel[][]> {
  const classes = labelsOf(rules)
  const posteriors = new Float64Array(patterns.length * classes.length)
  for (const [at, { rules: matching }] of patterns.entries()) {
    for (const rule of matching) {
      const labels = rules[rule]?.labels ?? []
      for (const label of labels) {
        const cell = at * classes.length + classes.indexOf(label)
        posteriors[cell] = (posteriors[cell] ?? 0) + 1 / labels.length / matching.length
      }
    }
  }
  yield* estimate(matrixOf(patterns, rules.length), posteriors, classes.length)
  return patterns.map((_, at) =>
    ranked(classes.map((label, k) => ({ label, score: posteriors[at * classes.length + k] ?? 0 }))),
  )
}

/**
 * Combine rules with the model of Dawid and Skene for multi-label records, with a separate model for each label. Its two classes are the
 * records with and without the label, its observers the rules for the label. Rules for other labels are ignored, since a record may have
 * both labels. EM starts from the number of matching rules, divided by the maximum over all records; so if a label has only one rule, the
 * rule's matches start with probability 1.
 *
 * @returns for each pattern the labels of the matching rules, best first, each with the probability that the record has it
 */
export function* dawidSkeneByLabel(
  patterns: readonly MatchPattern[],
  rules: readonly RuleLabels[],
): LongWork<SuggestedLabel[][]> {
  const found = patterns.map((): SuggestedLabel[] => [])
  for (const label of labelsOf(rules)) {
    const naming = rules.map(({ labels }) => labels.includes(label))
    // Group patterns that differ only in rules for other labels.
    const groups = new Map<string, { rules: number[]; count: number; members: number[] }>()
    for (const [at, pattern] of patterns.entries()) {
      const own = pattern.rules.filter((rule) => naming[rule])
      const group = groups.get(own.join()) ?? { rules: own, count: 0, members: [] }
      group.count += pattern.count
      group.members.push(at)
      groups.set(own.join(), group)
    }
    yield
    const rows = [...groups.values()]
    const most = rows.reduce((highest, row) => Math.max(highest, row.rules.length), 0)
    if (most === 0) continue
    const posteriors = Float64Array.from(rows.flatMap((row) => [row.rules.length / most, 1 - row.rules.length / most]))
    yield* estimate(matrixOf(rows, rules.length), posteriors, 2)
    for (const [at, row] of rows.entries())
      if (row.rules.length > 0)
        for (const member of row.members) found[member]?.push({ label, score: posteriors[at * 2] ?? 0 })
  }
  return found.map(ranked)
}

function labelsOf(rules: readonly RuleLabels[]): string[] {
  return [...new Set(rules.flatMap(({ labels }) => labels))]
}

function ranked(labels: readonly SuggestedLabel[]): SuggestedLabel[] {
  return labels.filter(({ score }) => score >= MIN_SCORE).sort((one, other) => other.score - one.score)
}

/** The patterns in typed arrays, because there may be as many patterns as records. */
interface Matrix {
  ruleCount: number
  /** Number of records of each pattern. */
  counts: Float64Array
  /** Index into `rules` where the rules of each pattern begin; the last entry is the length of `rules`. */
  starts: Int32Array
  rules: Int32Array
}

function matrixOf(patterns: readonly MatchPattern[], ruleCount: number): Matrix {
  const starts = new Int32Array(patterns.length + 1)
  for (const [at, { rules }] of patterns.entries()) starts[at + 1] = (starts[at] ?? 0) + rules.length
  return {
    ruleCount,
    counts: Float64Array.from(patterns, ({ count }) => count),
    starts,
    rules: Int32Array.from(patterns.flatMap(({ rules }) => rules)),
  }
}

interface Model {
  /** By class: the log of its prior probability times the probability that no rule matches. */
  base: Float64Array
  /** By rule and class: what a match adds to that log probability. */
  gain: Float64Array
}

/**
 * EM until convergence.
 *
 * @param posteriors - for each pattern the probability of each class; changed in place
 */
function* estimate(matrix: Matrix, posteriors: Float64Array, classCount: number): LongWork<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const model = yield* estimateModel(matrix, posteriors, classCount)
    const moved = yield* updatePosteriors(matrix, posteriors, model)
    if (moved <= TOLERANCE) return
  }
}

/** M step: estimate the frequency of each class, and how often each rule matches records of each class. */
function* estimateModel(matrix: Matrix, posteriors: Float64Array, classCount: number): LongWork<Model> {
  const { counts, starts, rules, ruleCount } = matrix
  const ofClass = new Float64Array(classCount).fill(SMOOTHING)
  const matched = new Float64Array(ruleCount * classCount).fill(SMOOTHING)
  for (let at = 0; at < counts.length; at++) {
    if (at % AT_ONCE === 0) yield
    const count = counts[at] ?? 0
    const end = starts[at + 1] ?? 0
    for (let k = 0; k < classCount; k++) {
      const weight = count * (posteriors[at * classCount + k] ?? 0)
      ofClass[k] = (ofClass[k] ?? 0) + weight
      for (let entry = starts[at] ?? 0; entry < end; entry++) {
        const cell = (rules[entry] ?? 0) * classCount + k
        matched[cell] = (matched[cell] ?? 0) + weight
      }
    }
  }
  const total = ofClass.reduce((sum, count) => sum + count, 0)
  const base = ofClass.map((count) => Math.log(count / total))
  const gain = matched.map((count, cell) => {
    const k = cell % classCount
    // Smoothing the denominator once more keeps the rate below 1.
    const rate = count / ((ofClass[k] ?? 0) + SMOOTHING)
    base[k] = (base[k] ?? 0) + Math.log1p(-rate)
    return Math.log(rate) - Math.log1p(-rate)
  })
  return { base, gain }
}

/**
 * E step: update the probability of each class for the records of each pattern.
 *
 * @returns the largest change of any probability
 */
function* updatePosteriors(
  { counts, starts, rules }: Matrix,
  posteriors: Float64Array,
  { base, gain }: Model,
): LongWork<number> {
  const classCount = base.length
  const weights = new Float64Array(classCount)
  let moved = 0
  for (let at = 0; at < counts.length; at++) {
    if (at % AT_ONCE === 0) yield
    weights.set(base)
    const end = starts[at + 1] ?? 0
    for (let entry = starts[at] ?? 0; entry < end; entry++) {
      const row = (rules[entry] ?? 0) * classCount
      for (let k = 0; k < classCount; k++) weights[k] = (weights[k] ?? 0) + (gain[row + k] ?? 0)
    }
    let highest = Number.NEGATIVE_INFINITY
    for (let k = 0; k < classCount; k++) highest = Math.max(highest, weights[k] ?? 0)
    let sum = 0
    for (let k = 0; k < classCount; k++) {
      const weight = Math.exp((weights[k] ?? 0) - highest)
      weights[k] = weight
      sum += weight
    }
    for (let k = 0; k < classCount; k++) {
      const cell = at * classCount + k
      const next = (weights[k] ?? 0) / sum
      moved = Math.max(moved, Math.abs(next - (posteriors[cell] ?? 0)))
      posteriors[cell] = next
    }
  }
  return moved
}
