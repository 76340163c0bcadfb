import type { QuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import { describe, expect, it } from 'vitest'
import { checkValue } from '../answers/check-value'
import { changeOptions } from './option-list'
import {
  answerableValues,
  hasOptions,
  type OptionQuestion,
  optionsOf,
  optionsShown,
  rulesOf,
  withOptions,
  withPresentNames,
} from './question-options'

const options = ['a', 'b', 'c'].map((value) => ({ value, text: value.toUpperCase(), description: null }))
const label: OptionQuestion = { type: 'label_selection', options, visible_options: 3 }
const retire = (settings: OptionQuestion, value: string) =>
  withOptions(settings, changeOptions(optionsOf(settings), { kind: 'retire', value }, rulesOf(settings)))

describe('the options of a question', () => {
  it('stay valid in answers when they are no longer offered', () => {
    const settings = retire(label, 'a')
    expect(settings).toEqual({
      type: 'label_selection',
      options: options.slice(1),
      retired_options: options.slice(0, 1),
      visible_options: null,
    })
    expect(answerableValues(settings)).toEqual(['b', 'c', 'a'])
    const check = (value: string) => checkValue(settings, value, { fieldText: () => '', isSubmitted: true })
    expect(check('a')).toBeUndefined()
    expect(check('x')).toContain("Valid labels are: ['b', 'c']")
  })

  it.each<[string, [from: string, to: string][], given: string[], present: string[]]>([
    [
      'renamed twice',
      [
        ['x', 'y'],
        ['y', 'a'],
      ],
      ['x', 'b'],
      ['a', 'b'],
    ],
    [
      'renamed and back',
      [
        ['a', 'x'],
        ['x', 'a'],
      ],
      ['x'],
      ['a'],
    ],
    ['merged with another of the answer', [['x', 'b']], ['b', 'x'], ['b']],
    ['an earlier option of a name that another has now', [['a', 'b']], ['a', 'c'], ['a', 'c']],
    [
      'the last of two of one name',
      [
        ['x', 'a'],
        ['x', 'c'],
      ],
      ['x'],
      ['c'],
    ],
    ['never there', [['x', 'a']], ['z'], ['z']],
  ])('have their present names in an answer: %s', (_, renamings, given, present) => {
    const labels: OptionQuestion = {
      type: 'multi_label_selection',
      options,
      visible_options: 3,
      options_order: 'natural',
    }
    const relabels = renamings.map(([from, to]) => ({ from, to }))
    expect(withPresentNames(labels, given, relabels)).toEqual(present)
  })

  it('are shown when a record holds them, though they are retired', () => {
    const settings = retire(label, 'a')
    expect(optionsShown(settings, ['b', undefined])).toBe(settings.options)
    expect(optionsShown(settings, ['b', 'a']).map(({ value }) => value)).toEqual(['b', 'c', 'a'])
    expect(optionsShown(label, ['x'])).toBe(label.options)
  })

  it.each<[string, QuestionSettings, QuestionSettings['type']]>([['ranking', { type: 'ranking', options }, 'ranking']])(
    'of a %s can be renamed and moved, but be neither more nor fewer',
    (_, settings) => {
      if (!hasOptions(settings)) throw new Error('It has options.')
      const change = (kind: 'retire' | 'merge') =>
        changeOptions(optionsOf(settings), { kind, value: 'a', into: 'b' }, rulesOf(settings))
      expect(() => change('retire')).toThrow('cannot be changed in this way')
      expect(() => change('merge')).toThrow('cannot be changed in this way')
      const renamed = changeOptions(optionsOf(settings), { kind: 'rename', value: 'a', to: 'z' }, rulesOf(settings))
      expect(renamed.offered.map(({ value }) => value)).toEqual(['z', 'b', 'c'])
    },
  )

  it('are at least two of a label question, and one of a span question', () => {
    const two = { ...label, options: options.slice(0, 2), visible_options: null }
    expect(() => retire(two, 'a')).toThrow('At least 2')
    const span: OptionQuestion = {
      type: 'span',
      field: 'text',
      options: options.slice(0, 2),
      visible_options: null,
      allow_overlapping: false,
      allow_character_annotation: true,
    }
    expect(retire(span, 'a').options).toHaveLength(1)
  })

  it('cannot be changed of texts and ratings', () => {
    expect(hasOptions({ type: 'rating', options: [{ value: 1 }, { value: 2 }] })).toBe(false)
    expect(hasOptions({ type: 'text', use_markdown: false })).toBe(false)
  })
})
