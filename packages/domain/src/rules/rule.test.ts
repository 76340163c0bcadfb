import { describe, expect, it } from 'vitest'
import { coveredAnnotated, coveredRecords, overallPrecision, setActiveRule } from './rule'

describe('the active rule', () => {
  const current = { query: 'card', labels: ['a', 'b'] }

  it.each([
    ['the same labels in another order', { query: 'card', labels: ['b', 'a'] }, true],
    ['a label twice', { query: 'card', labels: ['a', 'b', 'a'] }, true],
    ['blanks around the query', { query: ' card ', labels: ['a', 'b'] }, true],
    ['another label', { query: 'card', labels: ['a', 'c'] }, false],
    ['a label less', { query: 'card', labels: ['a'] }, false],
    ['another query', { query: 'cards', labels: ['a', 'b'] }, false],
  ])('with %s: skipped %s [T11]', (_, next, isSkipped) => {
    expect(setActiveRule(current, next)).toBe(isSkipped ? current : next)
  })

  it('is set from none and cleared [T11]', () => {
    expect(setActiveRule(undefined, current)).toBe(current)
    expect(setActiveRule(current, undefined)).toBeUndefined()
  })
})

describe('numbers of rules', () => {
  it.each([
    [{ total_records: 10_003, annotated_records: 0, coverage: 112 / 10_003 }, 112],
    [{ total_records: 3, annotated_records: 0, coverage: 1 / 3 }, 1],
    [{ total_records: 10, annotated_records: 0, coverage: 0.25 }, 3],
    [{ total_records: 10, annotated_records: 0, coverage: 0 }, 0],
    [{ total_records: 0, annotated_records: 0 }, undefined],
  ])('%o covers %s records [K8]', (metrics, expected) => {
    expect(coveredRecords(metrics)).toBe(expected)
  })

  it('counts annotated records the same way [K8]', () => {
    expect(coveredAnnotated({ total_records: 9, annotated_records: 7, coverage_annotated: 3 / 7 })).toBe(3)
    expect(coveredAnnotated({ total_records: 9, annotated_records: 0 })).toBeUndefined()
  })

  it('sums over the rules for the overall precision, instead of taking a mean [K8]', () => {
    expect(
      overallPrecision([
        { correct: 1, incorrect: 0 },
        { correct: 1, incorrect: 2 },
      ]),
    ).toEqual({
      correct: 2,
      incorrect: 2,
      precision: 0.5,
    })
    expect(overallPrecision([{ correct: 0, incorrect: 0 }]).precision).toBeUndefined()
    expect(overallPrecision([]).precision).toBeUndefined()
  })
})
