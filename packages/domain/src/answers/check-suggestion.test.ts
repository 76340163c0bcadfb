import { expect, it } from 'vitest'
import { checkSuggestion, type GivenSuggestion } from './check-suggestion'
import { SAMPLE_SETTINGS, type SampleName } from './sample-questions'

const SINGLE = 'a single score value is not allowed for a suggestion with a multiple items value'
const LIST = 'a list of score values is not allowed for a suggestion with a single value'
const COUNT = "number of items on value and score attributes doesn't match"
const spans = [{ label: 'PER', start: 0, end: 1 }]
const half = [{ value: 'x', rank: 1 }]

it.each<[string, SampleName, GivenSuggestion, string | undefined]>([
  ['no score', 'label', { value: 'a' }, undefined],
  ['null score for a list', 'labels', { value: ['a'], score: null }, undefined],
  ['one score for one value', 'label', { value: 'a', score: 0.5 }, undefined],
  ['one score for a rating', 'rating', { value: 0, score: 1 }, undefined],
  ['scores for labels', 'labels', { value: ['a', 'b'], score: [0.1, 0.2] }, undefined],
  ['scores for a ranking', 'ranking', { value: half, score: [0.1] }, undefined],
  ['scores for spans', 'span', { value: spans, score: [0.1] }, undefined],
  ['a list of scores for one value', 'text', { value: 'a', score: [0.5] }, LIST],
  ['one score for labels', 'labels', { value: ['a'], score: 0.5 }, SINGLE],
  ['one score for a ranking', 'ranking', { value: half, score: 0.5 }, SINGLE],
  ['one score for spans', 'span', { value: spans, score: 0.5 }, SINGLE],
  ['too few scores', 'labels', { value: ['a', 'b'], score: [0.1] }, COUNT],
  [
    'a bad value before its score',
    'text',
    { value: 1, score: [0.5] },
    "text question expects a text value, found <class 'int'>",
  ],
])('%s', (_, type, suggestion, failure) => {
  expect(checkSuggestion(SAMPLE_SETTINGS[type], suggestion, () => 'Ada')).toBe(failure)
})
