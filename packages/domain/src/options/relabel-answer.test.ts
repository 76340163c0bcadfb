import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import { describe, expect, it } from 'vitest'
import { holdsOption, relabelAnswer, type Score } from './relabel-answer'

const ab = { from: 'a', to: 'b' }
const span = (label: string, start = 0, end = 2) => ({ label, start, end })

const cases: [
  type: 'label_selection' | 'multi_label_selection' | 'ranking' | 'span',
  AnswerValue,
  Score,
  AnswerValue,
  Score,
][] = [
  ['label_selection', 'a', 0.4, 'b', 0.4],
  ['label_selection', 'c', 0.4, 'c', 0.4],
  ['multi_label_selection', ['c', 'a'], [0.1, 0.2], ['c', 'b'], [0.1, 0.2]],
  ['multi_label_selection', ['a', 'c', 'b'], [0.1, 0.2, 0.9], ['b', 'c'], [0.9, 0.2]],
  ['multi_label_selection', ['a', 'b'], 0.5, ['b'], 0.5],
  [
    'ranking',
    [
      { value: 'a', rank: 1 },
      { value: 'c', rank: 2 },
    ],
    null,
    [
      { value: 'b', rank: 1 },
      { value: 'c', rank: 2 },
    ],
    null,
  ],
  ['span', [span('a'), span('b'), span('a', 4, 6)], [0.3, 0.2, 1], [span('b'), span('b', 4, 6)], [0.3, 1]],
  ['span', [], null, [], null],
]

describe('an option that is replaced in an answer', () => {
  it.each(cases)('%s: %j becomes what it should', (type, value, score, after, afterScore) => {
    expect(relabelAnswer({ type }, { value, score }, ab)).toEqual({ value: after, score: afterScore })
  })

  it.each([
    ['text', 'a'],
    ['rating', 1],
  ] as const)('is never held by %s', (type, value) => {
    expect(holdsOption({ type }, value, 'a')).toBe(false)
    expect(relabelAnswer({ type }, { value, score: null }, ab).value).toBe(value)
  })
})
