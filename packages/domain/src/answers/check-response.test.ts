import type { AnswersByName, AnswerValue } from '@postil/contract/feedback/answer-value'
import type { ResponseStatus } from '@postil/contract/feedback/responses'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkResponse } from './check-response'
import { checkValue } from './check-value'
import { ask, SAMPLE_SETTINGS, type SampleName } from './sample-questions'

// The family emoji is 7 code points and 11 UTF-16 units, so the text is 12 code points long.
const BODY = 'Ada 👨‍👩‍👧‍👦!'
const fieldText = (field: string) => (field === 'body' ? BODY : field === 'empty' ? null : undefined)

const rank = (...ranks: [string, number | null][]) => ranks.map(([value, at]) => ({ value, rank: at }))
const span = (start: number, end: number, label = 'PER') => ({ label, start, end })

type Case = [what: string, type: SampleName, value: AnswerValue, status: ResponseStatus, failure: string | undefined]

const RANKS = '\nValid ranks are: [1, 2, 3]'
const CASES: Case[] = [
  ['text', 'text', 'Hi', 'submitted', undefined],
  ['empty text', 'text', '', 'submitted', undefined],
  ['number as text', 'text', 3, 'draft', "text question expects a text value, found <class 'int'>"],
  ['list as text', 'text', ['a'], 'draft', "text question expects a text value, found <class 'list'>"],
  ['label', 'label', 'b', 'submitted', undefined],
  [
    'unknown label',
    'label',
    'wrong',
    'draft',
    "'wrong' is not a valid label for label selection question.\nValid labels are: ['a', 'b']",
  ],
  [
    'list as label',
    'label',
    ['a'],
    'draft',
    "['a'] is not a valid label for label selection question.\nValid labels are: ['a', 'b']",
  ],
  ['labels', 'labels', ['c', 'a'], 'submitted', undefined],
  [
    'text as labels',
    'labels',
    'a',
    'draft',
    "multi label selection questions expects a list of values, found <class 'str'>",
  ],
  [
    'no labels, even in a draft',
    'labels',
    [],
    'draft',
    'multi label selection questions expects a list of values, found empty list',
  ],
  [
    'label twice',
    'labels',
    ['a', 'a'],
    'draft',
    'multi label selection questions expect a list of unique values, but duplicates were found',
  ],
  [
    'unknown labels, sorted',
    'labels',
    ['y', 'a', 'x'],
    'draft',
    "['x', 'y'] are not valid labels for multi label selection question.\nValid labels are: ['a', 'b', 'c']",
  ],
  ['rating', 'rating', 2, 'submitted', undefined],
  ['rating 0', 'rating', 0, 'submitted', undefined],
  [
    'unknown rating',
    'rating',
    5,
    'draft',
    '5 is not a valid rating for rating question.\nValid ratings are: [0, 1, 2]',
  ],
  [
    'text as rating',
    'rating',
    '1',
    'draft',
    "'1' is not a valid rating for rating question.\nValid ratings are: [0, 1, 2]",
  ],
  ['ranking', 'ranking', rank(['x', 2], ['y', 1], ['z', 3]), 'submitted', undefined],
  ['ranking with ties', 'ranking', rank(['x', 1], ['y', 1], ['z', 1]), 'submitted', undefined],
  ['text as ranking', 'ranking', 'x', 'draft', "ranking question expects a list of values, found <class 'str'>"],
  [
    'half a ranking, submitted',
    'ranking',
    rank(['x', 1]),
    'submitted',
    'ranking question expects a list containing 3 values, found a list of 1 values',
  ],
  ['half a ranking, draft', 'ranking', rank(['x', 1]), 'draft', undefined],
  ['half a ranking, discarded', 'ranking', rank(['x', 1]), 'discarded', undefined],
  ['no ranks, draft', 'ranking', rank(['x', null], ['y', 9]), 'draft', undefined],
  [
    'wrong ranks, submitted',
    'ranking',
    rank(['x', 1], ['y', 7], ['z', 5]),
    'submitted',
    `[5, 7] are not valid ranks for ranking question.${RANKS}`,
  ],
  [
    'no rank, submitted',
    'ranking',
    rank(['x', 1], ['y', 2], ['z', null]),
    'submitted',
    `[None] are not valid ranks for ranking question.${RANKS}`,
  ],
  [
    'unknown option',
    'ranking',
    rank(['x', 1], ['q', 2], ['p', 3]),
    'draft',
    "['p', 'q'] are not valid values for ranking question.\nValid values are: ['x', 'y', 'z']",
  ],
  [
    'option twice',
    'ranking',
    rank(['x', 1], ['x', 2]),
    'draft',
    'ranking question expects a list of unique values, but duplicates were found',
  ],
  ['no spans', 'span', [], 'submitted', undefined],
  ['spans that touch', 'span', [span(0, 3), span(3, 4, 'LOC')], 'submitted', undefined],
  ['a span to the end, in code points', 'span', [span(11, 12)], 'submitted', undefined],
  ['text as spans', 'span', 'Ada', 'draft', "span question expects a list of values, found <class 'str'>"],
  [
    'start at the end',
    'span',
    [span(12, 13)],
    'draft',
    'span question response value `start` must have a value lower than record field `body` length that is `12`',
  ],
  [
    'end past the end',
    'span',
    [span(11, 13)],
    'draft',
    'span question response value `end` must have a value lower or equal than record field `body` length that is `12`',
  ],
  [
    'unknown span label',
    'span',
    [span(0, 1, 'ORG')],
    'draft',
    "undefined label 'ORG' for span question.\nValid labels are: ['PER', 'LOC']",
  ],
  [
    'spans that overlap',
    'span',
    [span(0, 1), span(8, 11), span(2, 9)],
    'draft',
    'overlapping values found between spans at index idx=1 and idx=2',
  ],
]

describe('checkValue', () => {
  it.each(CASES)('%s', (_, type, value, status, failure) => {
    expect(checkValue(SAMPLE_SETTINGS[type], value, { fieldText, isSubmitted: status === 'submitted' })).toBe(failure)
  })

  it.each(['empty', 'absent'])('needs the field of a span question (%s)', (field) => {
    const settings = { ...SAMPLE_SETTINGS.span, field }
    expect(checkValue(settings, [], { fieldText, isSubmitted: true })).toBe(
      `span question requires record to have field \`${field}\``,
    )
  })

  it('lets spans overlap where the question says so', () => {
    const settings = { ...SAMPLE_SETTINGS.span, allow_overlapping: true }
    expect(checkValue(settings, [span(0, 3), span(1, 2)], { fieldText, isSubmitted: true })).toBeUndefined()
  })

  it('names the same first overlap as comparing every pair', () => {
    const spans = fc.array(
      fc.tuple(fc.nat(8), fc.integer({ min: 1, max: 4 })).map(([start, size]) => span(start, start + size)),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(spans, (value) => {
        const pair = value.flatMap((one, i) =>
          value.flatMap((two, j) => (i !== j && one.start < two.end && one.end > two.start ? [[i, j]] : [])),
        )[0]
        const expected = pair && `overlapping values found between spans at index idx=${pair[0]} and idx=${pair[1]}`
        const found = checkValue(SAMPLE_SETTINGS.span, value, { fieldText: () => 'x'.repeat(20), isSubmitted: true })
        expect(found).toBe(expected)
      }),
    )
  })
})

describe('checkResponse', () => {
  const questions = [ask('text*'), ask('label*'), ask('rating')]
  const good: AnswersByName = { text: { value: '' }, label: { value: 'a' } }

  it.each<[string, ResponseStatus, AnswersByName | null | undefined, string | undefined]>([
    ['all required answered', 'submitted', good, undefined],
    ['nothing', 'submitted', undefined, 'missing response values for submitted response'],
    ['null', 'submitted', null, 'missing response values for submitted response'],
    ['no answers', 'submitted', {}, 'missing response values for submitted response'],
    [
      'first missing question first',
      'submitted',
      { other: { value: 'a' } },
      "missing response value for required question with name='text'",
    ],
    [
      'second question missing',
      'submitted',
      { text: { value: 'a' } },
      "missing response value for required question with name='label'",
    ],
    [
      'unknown question before a bad value',
      'draft',
      { label: { value: 'wrong' }, other: { value: 'a' } },
      "found response value for non configured question with name='other'",
    ],
    [
      'a question named like a property of every object',
      'discarded',
      { constructor: { value: 'a' } },
      "found response value for non configured question with name='constructor'",
    ],
    [
      'bad values in the order of the questions',
      'submitted',
      { rating: { value: 9 }, label: { value: 'z' }, text: { value: 'a' } },
      "'z' is not a valid label for label selection question.\nValid labels are: ['a', 'b']",
    ],
    ['an empty draft', 'draft', undefined, undefined],
    ['a discarded response without answers', 'discarded', {}, undefined],
    ['part of the answers in a draft', 'draft', { label: { value: 'a' } }, undefined],
  ])('%s', (_, status, values, failure) => {
    expect(checkResponse(questions, { status, values }, fieldText)).toBe(failure)
  })
})
