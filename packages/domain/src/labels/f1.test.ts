import { describe, expect, it } from 'vitest'
import { entityF1, multiLabelF1, singleLabelF1 } from './f1'

const pair = (actual: string, predicted: string) => ({ actual: [actual], predicted: [predicted] })

describe('F1 of single-label records', () => {
  // Computed by hand as precision, recall: A 2/3, 2/2; B 1/1, 1/2; C is only predicted, never annotated.
  const scores = singleLabelF1([pair('A', 'A'), pair('A', 'A'), pair('B', 'B'), pair('B', 'A'), pair('B', 'C')])
  it('averages over labels of either side', () => {
    expect(scores.A_precision).toBeCloseTo(2 / 3)
    expect(scores.A_recall).toBe(1)
    expect(scores.B_recall).toBeCloseTo(1 / 3)
    expect(scores).toMatchObject({ C_precision: 0, C_recall: 0, C_f1: 0, C_support: 0, A_support: 2, B_support: 3 })
    expect(scores.precision_macro).toBeCloseTo((2 / 3 + 1 + 0) / 3)
    expect(scores.f1_macro).toBeCloseTo((0.8 + 0.5 + 0) / 3)
  })
  it('has the accuracy as micro averages', () => {
    for (const key of ['precision_micro', 'recall_micro', 'f1_micro']) expect(scores[key]).toBeCloseTo(3 / 5)
  })
  it('skips records without a predicted label', () => {
    expect(singleLabelF1([{ actual: ['A'], predicted: [] }])).toEqual({})
    expect(singleLabelF1([])).toEqual({})
  })
})

describe('F1 of multi-label records', () => {
  it('judges each label on its own', () => {
    const scores = multiLabelF1([
      { actual: ['A', 'B'], predicted: ['A'] },
      { actual: [], predicted: ['B'] },
    ])
    expect(scores).toMatchObject({
      A_f1: 1,
      B_precision: 0,
      B_recall: 0,
      B_support: 1,
      precision_micro: 0.5,
      recall_micro: 0.5,
      precision_macro: 0.5,
    })
  })
  it('is empty without labels', () => {
    expect(multiLabelF1([{ actual: [], predicted: [] }])).toEqual({})
  })
})

describe('F1 of entities', () => {
  it('leaves out labels that no annotation uses, and takes the harmonic mean of the macro averages', () => {
    const scores = entityF1(
      new Map([
        ['A', { correct: 1, predicted: 2, actual: 1 }],
        ['B', { correct: 0, predicted: 0, actual: 1 }],
        ['C', { correct: 0, predicted: 9, actual: 0 }],
      ]),
    )
    expect(scores).toEqual({
      precision_macro: 0.25,
      recall_macro: 0.5,
      f1_macro: 1 / 3,
      precision_micro: 0.5,
      recall_micro: 0.5,
      f1_micro: 0.5,
      A_precision: 0.5,
      A_recall: 1,
      A_f1: 2 / 3,
      B_precision: 0,
      B_recall: 0,
      B_f1: 0,
    })
  })
  it('is 0 throughout without annotations', () => {
    expect(Object.values(entityF1(new Map()))).toEqual([0, 0, 0, 0, 0, 0])
  })
})
