import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coverageOf, ruleMetricsOf } from './metrics'

describe('metrics of a rule (classic-api §10)', () => {
  it.each([
    [
      'the worked example: one record annotated o.k., labels A and o.k.',
      { total: 1, annotated: 1, matched: 1, matchedAnnotated: 1, correctByLabel: [0, 1] },
      {
        total_records: 1,
        annotated_records: 1,
        coverage: 1,
        coverage_annotated: 1,
        correct: 1,
        incorrect: 1,
        precision: 0.5,
      },
    ],
    [
      'an empty dataset',
      { total: 0, annotated: 0, matched: 0, matchedAnnotated: 0, correctByLabel: [0] },
      { total_records: 0, annotated_records: 0 },
    ],
    [
      'no annotations',
      { total: 4, annotated: 0, matched: 1, matchedAnnotated: 0, correctByLabel: [0] },
      { total_records: 4, annotated_records: 0, coverage: 0.25 },
    ],
    [
      'no labels',
      { total: 4, annotated: 2, matched: 2, matchedAnnotated: 1, correctByLabel: [] },
      { total_records: 4, annotated_records: 2, coverage: 0.5, coverage_annotated: 0.5, correct: 0, incorrect: 0 },
    ],
    [
      'nothing annotated among the matches',
      { total: 4, annotated: 2, matched: 1, matchedAnnotated: 0, correctByLabel: [0] },
      { total_records: 4, annotated_records: 2, coverage: 0.25, coverage_annotated: 0, correct: 0, incorrect: 0 },
    ],
  ])('%s', (_, counts, metrics) => {
    expect(ruleMetricsOf(counts)).toEqual(metrics)
  })

  it('judges each label of a rule on each annotated match', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(20), { maxLength: 5 }),
        fc.integer({ min: 20, max: 30 }),
        (correctByLabel, matchedAnnotated) => {
          const metrics = ruleMetricsOf({ total: 100, annotated: 50, matched: 40, matchedAnnotated, correctByLabel })
          expect((metrics.correct ?? 0) + (metrics.incorrect ?? 0)).toBe(correctByLabel.length * matchedAnnotated)
        },
      ),
    )
  })

  it('covers nothing when there are no rules', () => {
    expect(coverageOf({ total: 2, annotated: 1, matched: 0, matchedAnnotated: 0 })).toEqual({
      total_records: 2,
      annotated_records: 1,
      coverage: 0,
      coverage_annotated: 0,
    })
  })
})
