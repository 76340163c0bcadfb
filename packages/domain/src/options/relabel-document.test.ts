import type { TextClassificationInput, TokenClassificationInput } from '@postil/contract/task/records'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Prepared } from '../task-records/document'
import { prepareRecords } from '../task-records/prepare'
import { labelUse, relabelDocument } from './relabel-document'

type Input = Partial<TextClassificationInput> & Record<string, unknown>

const one = (made: Iterable<Prepared>): Prepared => {
  const [record] = made
  if (!record) throw new Error('No record was made.')
  return record
}
const text = (more: Input = {}) =>
  one(
    prepareRecords(
      { task: 'TextClassification', records: [{ id: '1', inputs: { t: 'x' }, ...more } as TextClassificationInput] },
      'now',
      () => 'id',
    ),
  )
const tokens = (more: Record<string, unknown>) =>
  one(
    prepareRecords(
      {
        task: 'TokenClassification',
        records: [{ id: '1', text: 'Ada in Rome', tokens: ['Ada', 'in', 'Rome'], ...more } as TokenClassificationInput],
      },
      'now',
      () => 'id',
    ),
  )
const classes = (scores: Record<string, number>, agent = 'm') => ({
  agent,
  labels: Object.entries(scores).map(([name, score]) => ({ class: name, score })),
})
const ab = { from: 'a', to: 'b' }

describe('a label that is replaced in a record', () => {
  it('is replaced for every agent, in explanations and in what searches know', () => {
    const before = text({
      prediction: classes({ a: 0.9, c: 0.1 }),
      annotation: classes({ a: 1 }, 'ana'),
      predictions: { other: classes({ a: 0.8 }) },
      explanation: { t: [{ token: 'x', attributions: { a: 0.5, c: 0.1 } }] },
    })
    const after = relabelDocument(before, { from: 'a', to: 'z' })
    const expected = text({
      prediction: classes({ z: 0.9, c: 0.1 }),
      annotation: classes({ z: 1 }, 'ana'),
      predictions: { other: classes({ z: 0.8 }) },
      explanation: { t: [{ token: 'x', attributions: { z: 0.5, c: 0.1 } }] },
    })
    expect(after).toMatchObject({ document: expected.document, derived: expected.derived, metrics: expected.metrics })
    expect(after?.derived).toMatchObject({ predicted_as: ['z'], annotated_as: ['z'], predicted: 'ok' })
  })

  it.each([
    ['adds scores that exclude each other', false, 0.9],
    ['keeps the higher score of several labels', true, 0.5],
  ])('%s', (_, multi_label, score) => {
    const before = text({ multi_label, prediction: classes({ a: 0.5, b: 0.4, c: 0.1 }) })
    const after = relabelDocument(before, ab)
    expect(after?.document.prediction).toMatchObject({
      labels: [
        { class_label: 'b', score },
        { class_label: 'c', score: 0.1 },
      ],
    })
  })

  it('may turn a wrong prediction into a right one, and puts the labels in the order of their scores', () => {
    const before = text({ prediction: classes({ c: 0.4, a: 0.35, b: 0.25 }), annotation: classes({ b: 1 }) })
    expect(before.derived.predicted).toBe('ko')
    expect(relabelDocument(before, ab)?.derived).toMatchObject({ predicted_as: ['b'], predicted: 'ok', score: [0.6] })
  })

  it('stays unknown to searches where it was', () => {
    const before = text({ prediction: classes({ a: 1 }), annotation: classes({ a: 1 }) })
    // The state after the record was logged again with only its prediction (classic-api §5.6).
    const derived = text({ prediction: classes({ a: 1 }) }).derived
    const after = relabelDocument({ ...before, derived }, ab)
    expect(after?.derived).toMatchObject({ predicted_as: ['b'], annotated_as: [], annotated_by: [] })
    expect(after?.document.annotation).toMatchObject({ labels: [{ class_label: 'b' }] })
  })

  it('is replaced in entities, once in a place, and in the metrics', () => {
    const entity = (label: string, score = 1) => ({ start: 0, end: 3, label, score })
    const before = tokens({
      annotation: { agent: 'ana', entities: [entity('a'), entity('b', 0.5), { ...entity('a'), start: 7, end: 11 }] },
    })
    const after = relabelDocument(before, ab)
    expect(after?.document.annotation).toEqual({
      agent: 'ana',
      entities: [entity('b'), { ...entity('b'), start: 7, end: 11 }],
    })
    expect(after?.metrics.annotated?.mentions.map(({ value, label }) => [value, label])).toEqual([
      ['Ada', 'b'],
      ['Rome', 'b'],
    ])
    expect(after?.derived.annotated_as).toEqual(['b', 'b'])
  })

  it('leaves records without it alone, also when a text has the same words', () => {
    expect(relabelDocument(text({ inputs: { t: 'a' }, metadata: { a: 'a' } }), ab)).toBeUndefined()
    expect(labelUse(text({ inputs: { t: 'a' } }).document, 'a')).toEqual({ annotation: false, prediction: false })
  })

  it('is exactly undone by the way back, when the new name was free', () => {
    const scores = fc.dictionary(fc.constantFrom('a', 'c', 'd', 'e'), fc.constantFrom(0, 0.1, 0.2, 0.25))
    const work = fc.option(
      scores.map((given) => classes(given)),
      { nil: undefined },
    )
    fc.assert(
      fc.property(fc.boolean(), work, work, (multi_label, prediction, annotation) => {
        const before = text({ multi_label, prediction, annotation } as Input)
        const there = relabelDocument(before, { from: 'a', to: 'z' })
        const holds = labelUse(before.document, 'a')
        expect(there !== undefined).toBe(holds.annotation || holds.prediction)
        if (!there) return
        expect(labelUse(there.document, 'a')).toEqual({ annotation: false, prediction: false })
        const back = relabelDocument(there, { from: 'z', to: 'a' })
        expect(back).toEqual(before)
      }),
    )
  })

  it('gives what logging the record with the merged labels would have given', () => {
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 })
    fc.assert(
      fc.property(names, names, (predicted, annotated) => {
        const give = (labels: string[]) => classes(Object.fromEntries(labels.map((label) => [label, 1])))
        const merged = (labels: string[]) => [...new Set(labels.map((label) => (label === 'a' ? 'b' : label)))]
        const before = text({ multi_label: true, prediction: give(predicted), annotation: give(annotated) })
        const wanted = text({
          multi_label: true,
          prediction: give(merged(predicted)),
          annotation: give(merged(annotated)),
        })
        const after = relabelDocument(before, ab) ?? before
        expect(after.document).toEqual(wanted.document)
        expect(after.derived).toEqual(wanted.derived)
      }),
    )
  })
})
