import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { QuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import { describe, expect, it } from 'vitest'
import { answerInWords } from '../../feedback/answers/answer-words.ts'
import { settings } from '../../feedback/testing/fake-feedback.ts'
import { fillAnswers } from './fill-answers.ts'

const times = { inserted_at: '', updated_at: '' }
const question = (name: string, of: QuestionSettings, required = false) => ({
  ...{ id: name, name, title: `The ${name}`, description: null, required, settings: of, dataset_id: 'd' },
  ...times,
})
const intent = question('intent', settings.label('refund', 'card'), true)
const note = question('note', settings.text())
const order = question('order', settings.ranking('x', 'y'))
const places = question('places', settings.span('town'), true)

const record = (id: string, suggested: Record<string, AnswerValue>) => ({
  id,
  suggestions: Object.entries(suggested).map(([questionId, value]) => ({
    ...{ id: `${id} ${questionId}`, questionId, value, score: null, agent: null },
  })),
})

describe('filling answers from the suggestions of each record', () => {
  it('gives each its own, and what was answered for all of them wins', () => {
    const records = [record('a', { intent: 'card', note: 'one' }), record('b', { intent: 'refund' })]
    expect(fillAnswers([intent, note], { note: 'all' }, 'submitted', records)).toEqual({
      valuesOf: {
        a: { intent: { value: 'card' }, note: { value: 'all' } },
        b: { intent: { value: 'refund' }, note: { value: 'all' } },
      },
      refused: [],
    })
  })

  it('refuses a record that lacks a suggestion it needs, by the title of the question', () => {
    const records = [record('a', { note: 'only this' }), record('b', { intent: 'card' })]
    const { valuesOf, refused } = fillAnswers([intent, note], {}, 'submitted', records)
    expect(Object.keys(valuesOf)).toEqual(['b'])
    expect(refused).toEqual([{ recordId: 'a', reason: 'no suggestion for “The intent”' }])
  })

  it('saves what there is as a draft, and refuses a record without any', () => {
    const records = [record('a', { note: 'half' }), record('b', {})]
    const { valuesOf, refused } = fillAnswers([intent, note], {}, 'draft', records)
    expect(valuesOf).toEqual({ a: { note: { value: 'half' } } })
    expect(refused).toEqual([{ recordId: 'b', reason: 'it has no suggestion' }])
  })

  it('discards every record, with or without suggestions', () => {
    const { valuesOf, refused } = fillAnswers([intent], {}, 'discarded', [
      record('a', { intent: 'card' }),
      record('b', {}),
    ])
    expect(valuesOf).toEqual({ a: { intent: { value: 'card' } }, b: {} })
    expect(refused).toEqual([])
  })

  it('takes spans from each record, and says "none" for one without', () => {
    const spans = [{ label: 'town', start: 0, end: 4 }]
    const { valuesOf } = fillAnswers([places], {}, 'submitted', [record('a', { places: spans }), record('b', {})])
    expect(valuesOf).toEqual({ a: { places: { value: spans } }, b: { places: { value: [] } } })
  })

  it('refuses an optional ranking that is suggested half', () => {
    const half: AnswerValue = [
      { value: 'x', rank: 1 },
      { value: 'y', rank: null },
    ]
    const { refused } = fillAnswers([intent, order], { intent: 'card' }, 'submitted', [record('a', { order: half })])
    expect(refused).toEqual([{ recordId: 'a', reason: 'no suggestion for “The order”' }])
  })
})

describe('a suggestion on a card', () => {
  const ranked = [
    { value: 'y', rank: 1 },
    { value: 'x', rank: 2 },
  ]
  it.each([
    [intent, 'card', 'card'],
    [question('many', settings.labels('a', 'b')), ['b', 'a'], 'b, a'],
    [question('stars', settings.rating(0, 1, 2)), 0, '0'],
    [order, ranked, '1. y  2. x'],
    [places, [{ label: 'town', start: 5, end: 9 }], 'Oslo (town)'],
    [places, [], 'no marks'],
    [note, 'two\n lines', 'two lines'],
    [note, '🎉'.repeat(130), `${'🎉'.repeat(120)}…`],
  ])('%o with %j reads as %s', (of, value, words) => {
    expect(answerInWords(of, value, { text: '🎉 in Oslo' })).toBe(words)
  })
})
