import type { AnswersByName, AnswerValue } from '@postil/contract/feedback/answer-value'
import type { ResponseStatus } from '@postil/contract/feedback/responses'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canSubmit, isAnswered, isPartlyAnswered } from './answered'
import type { Answers } from './asked-question'
import { checkResponse } from './check-response'
import { answersToPayload } from './payload'
import { prefill, type RecordToAnswer } from './prefill'
import { ask, type SampleName } from './sample-questions'

const whole = [
  { value: 'x', rank: 1 },
  { value: 'y', rank: 2 },
  { value: 'z', rank: 2 },
]
const half = [
  { value: 'x', rank: 1 },
  { value: 'y', rank: null },
]
const none = [{ value: 'x', rank: null }]
const spans = [{ label: 'PER', start: 0, end: 1 }]

describe('isAnswered and isPartlyAnswered', () => {
  it.each<[SampleName, AnswerValue | undefined, boolean, boolean]>([
    ['text', undefined, false, false],
    ['text', '', false, false],
    ['text', 'a', true, false],
    ['label', undefined, false, false],
    ['label', 'a', true, false],
    ['labels', [], false, false],
    ['labels', ['a'], true, false],
    ['rating', undefined, false, false],
    ['rating', 0, true, false],
    ['ranking', undefined, false, false],
    ['ranking', [], false, false],
    ['ranking', none, false, false],
    ['ranking', half, false, true],
    ['ranking', whole, true, false],
    ['span', undefined, false, false],
    ['span', [], true, false],
    ['span', spans, true, false],
  ])('%s with %j: answered %s, partly %s [V3]', (name, value, answered, partly) => {
    expect(isAnswered(ask(name), value)).toBe(answered)
    expect(isPartlyAnswered(ask(name), value)).toBe(partly)
  })
})

describe('canSubmit', () => {
  it.each<[string, Parameters<typeof ask>[0][], Answers, boolean]>([
    ['required text answered', ['text*'], { text: 'a' }, true],
    ['required text empty', ['text*'], { text: '' }, false],
    ['one of two required answered', ['text*', 'label*'], { text: 'a' }, false],
    ['optional left out', ['text*', 'label'], { text: 'a' }, true],
    ['required ranking whole', ['ranking*'], { ranking: whole }, true],
    ['required ranking half way', ['ranking*'], { ranking: half }, false],
    ['required ranking untouched', ['ranking*'], {}, false],
    ['optional ranking whole', ['text*', 'ranking'], { text: 'a', ranking: whole }, true],
    ['optional ranking empty', ['text*', 'ranking'], { text: 'a', ranking: none }, true],
    ['optional ranking untouched', ['text*', 'ranking'], { text: 'a' }, true],
    ['optional ranking half way', ['text*', 'ranking'], { text: 'a', ranking: half }, false],
    ['required span untouched', ['span*'], {}, false],
    ['required span said to have none', ['span*'], { span: [] }, true],
    ['nothing required, nothing answered', ['text', 'label', 'span'], {}, false],
    ['nothing required, one answered', ['text', 'label'], { label: 'b' }, true],
  ])('%s [V4]', (_, names, answers, expected) => {
    expect(canSubmit(names.map(ask), answers)).toBe(expected)
  })
})

describe('answersToPayload', () => {
  it.each<[string, Parameters<typeof ask>[0][], Answers, AnswersByName]>([
    [
      'answered questions only',
      ['text', 'label', 'labels', 'rating'],
      { text: '', label: 'a', labels: [], rating: 0 },
      { label: { value: 'a' }, rating: { value: 0 } },
    ],
    [
      'ranked options only of a ranking half way',
      ['ranking'],
      { ranking: half },
      { ranking: { value: [{ value: 'x', rank: 1 }] } },
    ],
    ['no ranking without a rank', ['ranking'], { ranking: none }, {}],
    ['answers to questions that are not asked', ['text'], { label: 'a' }, {}],
    ['a span question that was not touched', ['span*'], {}, {}],
    ['no spans, when that was said', ['span*'], { span: [] }, { span: { value: [] } }],
    ['spans', ['span'], { span: spans }, { span: { value: spans } }],
  ])('%s [V5]', (_, names, answers, payload) => {
    expect(answersToPayload(names.map(ask), answers)).toEqual(payload)
  })

  it('never sends what the server refuses, once the record can be submitted [V4] [V5]', () => {
    const names: Parameters<typeof ask>[0][] = ['text*', 'label', 'labels*', 'rating', 'ranking', 'span*']
    const questions = names.map(ask)
    const options = (values: string[]) => fc.subarray(values)
    const ranked = options(['x', 'y', 'z']).chain((chosen) =>
      fc.tuple(
        ...chosen.map((value) => fc.record({ value: fc.constant(value), rank: fc.option(fc.constantFrom(1, 2, 3)) })),
      ),
    )
    const answers = fc.record<{ [name: string]: AnswerValue }>(
      {
        text: fc.constantFrom('', 'some'),
        label: fc.constantFrom('a', 'b'),
        labels: options(['a', 'b', 'c']),
        rating: fc.constantFrom(0, 1, 2),
        ranking: ranked,
        span: fc.constantFrom([], spans),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(answers, fc.constantFrom<ResponseStatus>('draft', 'submitted', 'discarded'), (given, status) => {
        fc.pre(status !== 'submitted' || canSubmit(questions, given))
        const values = answersToPayload(questions, given)
        expect(checkResponse(questions, { status, values }, () => 'Ada')).toBeUndefined()
      }),
    )
  })
})

describe('prefill', () => {
  const questions = [ask('text'), ask('label'), ask('ranking')]
  const suggested = { text: 'proposed', label: 'b', ranking: whole }

  it.each<[string, Partial<RecordToAnswer>, Answers]>([
    ['pending: suggestions', { status: 'pending' }, suggested],
    ['draft without answers: suggestions', { status: 'draft', saved: {} }, suggested],
    [
      'draft: own answers first',
      { status: 'draft', saved: { text: { value: 'mine' } } },
      { ...suggested, text: 'mine' },
    ],
    [
      'draft: own ranking half way is own work',
      { status: 'draft', saved: { ranking: { value: half } } },
      { ...suggested, ranking: half },
    ],
    ['draft: an empty text hides nothing', { status: 'draft', saved: { text: { value: '' } } }, suggested],
    [
      'draft: own answer without a suggestion',
      { status: 'draft', saved: { label: { value: 'a' } }, suggested: {} },
      { label: 'a' },
    ],
    ['submitted: own answers only', { status: 'submitted', saved: { label: { value: 'a' } } }, { label: 'a' }],
    ['discarded: own answers only', { status: 'discarded', saved: null }, {}],
  ])('%s [T14]', (_, record, expected) => {
    expect(prefill(questions, { status: 'pending', suggested, ...record })).toEqual(expected)
  })
})
