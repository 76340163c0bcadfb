import type { MatchPattern, RuleLabels, SuggestedLabel } from './majority'

const MAX_ROUNDS = 100
/** Convergence: no probability changes by more than this in an iteration. */
const TOLERANCE = 1e-4
/** Additive smoothing of counts, so that unseen events are rare instead of impossible. */
const SMOOTHING = 0.1
/** Labels with a lower probability are left out of a suggestion. */
const MIN_SCORE = 0.005
/** Patterns between two yields: about a millisecond. */
const AT_ONCE = 2000

/** Work that may take seconds: at each `yield` other work can run. */
export type LongWork<T> = Generator<void, T>

/**
 * Combine the rules that match records by how reliable each rule turns out to be: the model of Dawid and Skene ("Maximum likelihood
 * estimation of observer error-rates using the EM algorithm", Applied Statistics 28(1), 1979), with rules as observers.
 *
 * A rule that names one label says the same whenever it speaks, so what it tells is whether it matches: each rule answers "match" or "no
 * match" for each record, and the model estimates how often it matches records of each label. The true labels are not read. Records that
 * no rule matches are left out. EM starts from the shares of the votes.
 *
 * @param patterns - the matrix of rules and records, equal rows counted together
 * @returns for each pattern the likely labels, best first, with their probabilities; they add up to at most 1
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
 * The same for records with several labels, for each label on its own: the two classes are the records that have the label and those that
 * have not, and the observers are the rules that name it. Other labels' rules say nothing of it, since a record may have both. EM starts from
 * how many of the label's rules match, compared with the most that match one record; so a label's only rule is taken at its word.
 *
 * @returns for each pattern the labels that a matching rule names, best first, each with the probability that the record has it
 */
export function* dawidSkeneByLabel(
  patterns: readonly MatchPattern[],
  rules: readonly RuleLabels[],
): LongWork<SuggestedLabel[][]> {
  const found = patterns.map((): SuggestedLabel[] => [])
  for (const label of labelsOf(rules)) {
    const naming = rules.map(({ labels }) => labels.includes(label))
    // Patterns that differ in other rules only are one.
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

/** The patterns in flat lists: there may be as many as records. */
interface Matrix {
  ruleCount: number
  /** Records of each pattern. */
  counts: Float64Array
  /** Where the rules of each pattern begin; one more entry than patterns. */
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
  /** For each class: the log probability of its records when no rule matches. */
  base: Float64Array
  /** For each rule and class: what a match adds to it. */
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

/** M step: how frequent each class is, and how often each rule matches its records. */
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
    // Another record's worth of smoothing keeps the rate below 1.
    const rate = count / ((ofClass[k] ?? 0) + SMOOTHING)
    base[k] = (base[k] ?? 0) + Math.log1p(-rate)
    return Math.log(rate) - Math.log1p(-rate)
  })
  return { base, gain }
}

/**
 * E step: the probability of each class for the records of each pattern.
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
