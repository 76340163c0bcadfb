/** Counts of one label, for precision, recall and F1 of predictions against annotations (classic-api §9.3). Division by zero gives 0. */
export interface LabelCounts {
  /** How often the label was both predicted and annotated. */
  correct: number
  predicted: number
  actual: number
}

export type F1Scores = Record<string, number>

/** The annotated (`actual`) and the predicted labels of one record. */
export interface LabelPair {
  actual: readonly string[]
  predicted: readonly string[]
}

/**
 * Scores of single-label records. Macro averages are over all labels that were annotated or predicted; micro averages equal the accuracy.
 * Without records the result is an empty object.
 */
export function singleLabelF1(pairs: readonly LabelPair[]): F1Scores {
  return classificationF1(
    pairs
      .filter((pair) => pair.actual.length > 0 && pair.predicted.length > 0)
      .map((pair) => ({ actual: pair.actual.slice(0, 1), predicted: pair.predicted.slice(0, 1) })),
  )
}

/** Scores of multi-label records, where each label is a separate decision. */
export function multiLabelF1(pairs: readonly LabelPair[]): F1Scores {
  return classificationF1(pairs)
}

function classificationF1(pairs: readonly LabelPair[]): F1Scores {
  const counts = new Map<string, LabelCounts>()
  for (const { actual, predicted } of pairs) {
    const truth = new Set(actual)
    const guess = new Set(predicted)
    for (const label of truth) countsOf(counts, label).actual += 1
    for (const label of guess) {
      const count = countsOf(counts, label)
      count.predicted += 1
      if (truth.has(label)) count.correct += 1
    }
  }
  if (counts.size === 0) return {}
  const labels = [...counts].sort(([one], [other]) => (one < other ? -1 : 1))
  const scored = labels.map(([label, count]) => ({ label, count, ...scoresOf(count) }))
  const micro = scoresOf(total(counts.values()))
  const entries: [string, number][] = [
    ['precision_macro', mean(scored.map((item) => item.precision))],
    ['recall_macro', mean(scored.map((item) => item.recall))],
    ['f1_macro', mean(scored.map((item) => item.f1))],
    ['precision_micro', micro.precision],
    ['recall_micro', micro.recall],
    ['f1_micro', micro.f1],
  ]
  for (const { label, count, precision, recall, f1 } of scored)
    entries.push(
      [`${label}_precision`, precision],
      [`${label}_recall`, recall],
      [`${label}_f1`, f1],
      [`${label}_support`, count.actual],
    )
  return Object.fromEntries(entries)
}

/**
 * Entity-level scores; only exact matches count. Labels without annotations are left out, together with their predictions. The macro F1
 * is the harmonic mean of macro precision and macro recall.
 */
export function entityF1(counts: ReadonlyMap<string, LabelCounts>): F1Scores {
  const evaluated = [...counts].filter(([, count]) => count.actual > 0).sort(([one], [other]) => (one < other ? -1 : 1))
  const scored = evaluated.map(([label, count]) => ({ label, ...scoresOf(count) }))
  const micro = scoresOf(total(evaluated.map(([, count]) => count)))
  const precision = mean(scored.map((item) => item.precision))
  const recall = mean(scored.map((item) => item.recall))
  const entries: [string, number][] = [
    ['precision_macro', precision],
    ['recall_macro', recall],
    ['f1_macro', harmonic(precision, recall)],
    ['precision_micro', micro.precision],
    ['recall_micro', micro.recall],
    ['f1_micro', micro.f1],
  ]
  for (const item of scored)
    entries.push(
      [`${item.label}_precision`, item.precision],
      [`${item.label}_recall`, item.recall],
      [`${item.label}_f1`, item.f1],
    )
  return Object.fromEntries(entries)
}

/** The counts of a label, created on first use. */
export function countsOf(counts: Map<string, LabelCounts>, label: string): LabelCounts {
  let count = counts.get(label)
  if (!count) {
    count = { correct: 0, predicted: 0, actual: 0 }
    counts.set(label, count)
  }
  return count
}

function scoresOf({ correct, predicted, actual }: LabelCounts) {
  const precision = ratio(correct, predicted)
  const recall = ratio(correct, actual)
  return { precision, recall, f1: harmonic(precision, recall) }
}

function total(counts: Iterable<LabelCounts>): LabelCounts {
  const sum: LabelCounts = { correct: 0, predicted: 0, actual: 0 }
  for (const count of counts) {
    sum.correct += count.correct
    sum.predicted += count.predicted
    sum.actual += count.actual
  }
  return sum
}

function harmonic(one: number, other: number): number {
  return ratio(2 * one * other, one + other)
}

function mean(values: readonly number[]): number {
  return ratio(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
  )
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
