import type { MatchPattern, RuleLabels, SuggestedLabel } from './majority'

const MAX_ROUNDS = 100
/** The estimate stands when no probability moves by more than this in a round. */
const TOLERANCE = 1e-6
/** Records added to each count, so that what was never seen is rare instead of impossible. */
const SMOOTHING = 0.1
/** Labels less likely than this are left out of a suggestion. */
const MIN_SCORE = 0.005

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
export function dawidSkene(patterns: readonly MatchPattern[], rules: readonly RuleLabels[]): SuggestedLabel[][] {
  const classes = [...new Set(rules.flatMap(({ labels }) => labels))]
  let posteriors = patterns.map((pattern) => voteShares(pattern, rules, classes))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const model = estimateModel(patterns, posteriors, rules.length, classes.length)
    const next = patterns.map((pattern) => posteriorOf(pattern, model))
    const moved = next.some((row, at) => row.some((p, k) => Math.abs(p - (posteriors[at]?.[k] ?? 0)) > TOLERANCE))
    posteriors = next
    if (!moved) break
  }
  return posteriors.map((row) =>
    classes
      .map((label, k): SuggestedLabel => ({ label, score: row[k] ?? 0 }))
      .filter(({ score }) => score >= MIN_SCORE)
      .sort((one, other) => other.score - one.score),
  )
}

interface Model {
  /** For each class: the log probability of its records when no rule matches. */
  base: Float64Array
  /** For each rule and class: what a match adds to it. */
  gain: Float64Array[]
}

/** M step: how frequent each class is, and how often each rule matches its records. */
function estimateModel(
  patterns: readonly MatchPattern[],
  posteriors: readonly Float64Array[],
  ruleCount: number,
  classCount: number,
): Model {
  const ofClass = new Float64Array(classCount).fill(SMOOTHING)
  const matches = Array.from({ length: ruleCount }, () => new Float64Array(classCount).fill(SMOOTHING))
  let total = SMOOTHING * classCount
  for (const [at, { rules, count }] of patterns.entries()) {
    const row = posteriors[at] ?? new Float64Array(classCount)
    total += count
    for (let k = 0; k < classCount; k++) {
      const weight = count * (row[k] ?? 0)
      ofClass[k] = (ofClass[k] ?? 0) + weight
      for (const rule of rules) {
        const counts = matches[rule]
        if (counts) counts[k] = (counts[k] ?? 0) + weight
      }
    }
  }
  const base = ofClass.map((count) => Math.log(count / total))
  const gain = matches.map((counts) =>
    counts.map((matched, k) => {
      // Another record's worth of smoothing keeps the rate below 1.
      const rate = matched / ((ofClass[k] ?? 0) + SMOOTHING)
      base[k] = (base[k] ?? 0) + Math.log1p(-rate)
      return Math.log(rate) - Math.log1p(-rate)
    }),
  )
  return { base, gain }
}

/** E step: the probability of each class for the records of a pattern. */
function posteriorOf({ rules }: MatchPattern, { base, gain }: Model): Float64Array {
  const logs = base.map((log, k) => rules.reduce((sum, rule) => sum + (gain[rule]?.[k] ?? 0), log))
  const highest = Math.max(...logs)
  return normalised(logs.map((log) => Math.exp(log - highest)))
}

function voteShares({ rules: matching }: MatchPattern, rules: readonly RuleLabels[], classes: readonly string[]) {
  const shares = new Float64Array(classes.length)
  for (const rule of matching) {
    const labels = rules[rule]?.labels ?? []
    for (const label of labels) {
      const k = classes.indexOf(label)
      shares[k] = (shares[k] ?? 0) + 1 / labels.length
    }
  }
  return normalised(shares)
}

function normalised(weights: Float64Array): Float64Array {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}
