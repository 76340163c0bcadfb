import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { FieldSettingsCreate, FieldSettingsPatch } from './field-settings'
import { MetadataSettingsCreate, metadataSettingsText, parseMetadataSettings } from './metadata-settings'
import {
  parseQuestionSettings,
  QuestionSettings,
  QuestionSettingsCreate,
  QuestionSettingsPatch,
} from './question-settings'

const option = (value: string) => ({ value, text: value.toUpperCase() })
const labels = (count: number) => Array.from({ length: count }, (_, i) => option(`v${i}`))
const ratings = (...values: unknown[]) => values.map((value) => ({ value }))

/** The failures of a shape as `path: message`. */
function failures(shape: z.ZodType, input: unknown): string[] {
  const parsed = shape.safeParse(input)
  return parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
}

describe('new question settings [E21]', () => {
  it.each<[string, object, object]>([
    ['text', { type: 'text' }, { type: 'text', use_markdown: false }],
    ['rating', { type: 'rating', options: ratings('0', 10) }, { type: 'rating', options: ratings(0, 10) }],
    [
      'label_selection',
      { type: 'label_selection', options: [option('a'), { ...option('b'), description: 'B!', extra: 1 }] },
      {
        type: 'label_selection',
        options: [
          { value: 'a', text: 'A', description: null },
          { value: 'b', text: 'B', description: 'B!' },
        ],
        visible_options: null,
      },
    ],
    [
      'multi_label_selection',
      { type: 'multi_label_selection', options: labels(3), visible_options: 3 },
      {
        type: 'multi_label_selection',
        options: labels(3).map((label) => ({ ...label, description: null })),
        visible_options: 3,
        options_order: 'natural',
      },
    ],
    [
      'ranking',
      { type: 'ranking', options: labels(2) },
      { type: 'ranking', options: labels(2).map((label) => ({ ...label, description: null })) },
    ],
    [
      'span',
      { type: 'span', field: 'text', options: [option('a')] },
      {
        type: 'span',
        field: 'text',
        options: [{ value: 'a', text: 'A', description: null }],
        visible_options: null,
        allow_overlapping: false,
        allow_character_annotation: true,
      },
    ],
  ])('fills in the defaults of %s, in the wire order of keys', (_, sent, stored) => {
    const parsed = QuestionSettingsCreate.parse(sent)
    expect(JSON.stringify(parsed)).toBe(JSON.stringify(stored))
    expect(QuestionSettings.parse(parsed)).toEqual(parsed)
    expect(parseQuestionSettings(JSON.stringify(parsed))).toEqual(parsed)
  })

  it.each<[object, string]>([
    [{ type: 'text', use_markdown: null }, 'use_markdown: none is not an allowed value'],
    [{ type: 'rating', options: ratings(1) }, 'options: ensure this value has at least 2 items'],
    [{ type: 'rating', options: ratings(...Array(12).keys()) }, 'options: ensure this value has at most 11 items'],
    [{ type: 'rating', options: ratings(1, 11) }, 'options: Option value 11 out of range [0, 10]'],
    [{ type: 'rating', options: ratings(-1, 1) }, 'options: Option value -1 out of range [0, 10]'],
    [{ type: 'rating', options: ratings(5, 5, 1) }, 'options: Option values must be unique, found duplicates: {5}'],
    [{ type: 'rating' }, 'options: Invalid input: expected array, received undefined'],
    [{ type: 'label_selection', options: labels(1) }, 'options: ensure this value has at least 2 items'],
    [{ type: 'label_selection', options: labels(501) }, 'options: ensure this value has at most 500 items'],
    [
      { type: 'label_selection', options: [option('a'), option('a')] },
      "options: Option values must be unique, found duplicates: {'a'}",
    ],
    [
      { type: 'label_selection', options: labels(3), visible_options: 2 },
      'visible_options: ensure this value is greater than or equal to 3',
    ],
    [
      { type: 'label_selection', options: labels(3), visible_options: 4 },
      ": the value for 'visible_options' must be less or equal to the number of items in 'options' (3)",
    ],
    [
      { type: 'label_selection', options: [{ value: '', text: 'A' }, option('b')] },
      'options.0.value: ensure this value has at least 1 characters',
    ],
    [
      { type: 'label_selection', options: [option('x'.repeat(201)), option('b')] },
      'options.0.value: ensure this value has at most 200 characters',
    ],
    [
      { type: 'label_selection', options: [{ value: 'a', text: '😀'.repeat(501) }, option('b')] },
      'options.0.text: ensure this value has at most 500 characters',
    ],
    [
      { type: 'label_selection', options: [{ ...option('a'), description: '' }, option('b')] },
      'options.0.description: ensure this value has at least 1 characters',
    ],
    [
      { type: 'multi_label_selection', options: labels(2), options_order: 'random' },
      "options_order: value is not a valid enumeration member; permitted: 'natural', 'suggestion'",
    ],
    [{ type: 'ranking', options: labels(51) }, 'options: ensure this value has at most 50 items'],
    [{ type: 'span', field: 'text', options: [] }, 'options: ensure this value has at least 1 items'],
    [
      { type: 'span', field: 'No Good', options: labels(1) },
      'field: string does not match regex "^(?=.*[a-z0-9])[a-z0-9_-]+$"',
    ],
    [{ type: 'span', options: labels(1) }, 'field: field required'],
  ])('refuses %j', (settings, failure) => {
    expect(failures(QuestionSettingsCreate, settings)).toEqual([failure])
  })

  it('accepts every limit itself', () => {
    const accepted = [
      { type: 'rating', options: ratings(...Array(11).keys()) },
      { type: 'label_selection', options: labels(500), visible_options: 500 },
      { type: 'ranking', options: labels(50) },
      { type: 'span', field: 'a', options: labels(500) },
      { type: 'label_selection', options: [{ value: '😀'.repeat(200), text: '😀'.repeat(500) }, option('b')] },
    ]
    for (const settings of accepted) expect(failures(QuestionSettingsCreate, settings)).toEqual([])
  })
})

describe('changed question settings', () => {
  it('keeps only what can change, and tells absent from null', () => {
    expect(QuestionSettingsPatch.parse({ type: 'rating', options: ratings(1) })).toEqual({ type: 'rating' })
    expect(QuestionSettingsPatch.parse({ type: 'label_selection' })).toEqual({ type: 'label_selection' })
    expect(QuestionSettingsPatch.parse({ type: 'span', field: 'x', visible_options: null, options: null })).toEqual({
      type: 'span',
      visible_options: null,
      options: null,
    })
  })

  it('does not check the length of option texts', () => {
    const options = [{ value: 'a', text: '', description: 'x'.repeat(2000) }]
    expect(failures(QuestionSettingsPatch, { type: 'label_selection', options })).toEqual([])
  })

  it.each<[object, string]>([
    [{ type: 'text', use_markdown: null }, ': The following keys must have non-null values: use_markdown'],
    [
      { type: 'multi_label_selection', options_order: null },
      ': The following keys must have non-null values: options_order',
    ],
    [{ type: 'span', visible_options: 2 }, 'visible_options: ensure this value is greater than or equal to 3'],
  ])('refuses %j', (settings, failure) => {
    expect(failures(QuestionSettingsPatch, settings)).toEqual([failure])
  })
})

describe('field settings [E22]', () => {
  it('fills in use_markdown on creation and asks for it on change', () => {
    expect(FieldSettingsCreate.parse({ type: 'text' })).toEqual({ type: 'text', use_markdown: false })
    expect(failures(FieldSettingsPatch, { type: 'text' })).toEqual(['use_markdown: field required'])
    expect(failures(FieldSettingsCreate, { type: 'text', use_markdown: null })).toEqual([
      'use_markdown: none is not an allowed value',
    ])
  })
})

describe('metadata settings [E24]', () => {
  it.each<[object, string]>([
    [{ type: 'terms' }, '{"type":"terms","values":null}'],
    [{ type: 'terms', values: ['a', 'a'] }, '{"type":"terms","values":["a","a"]}'],
    [{ type: 'integer', min: '1' }, '{"type":"integer","min":1,"max":null}'],
    [{ type: 'float', min: 0, max: 1.5 }, '{"type":"float","min":0.0,"max":1.5}'],
  ])('stores %j as %s', (settings, stored) => {
    const parsed = MetadataSettingsCreate.parse(settings)
    expect(metadataSettingsText(parsed)).toBe(stored)
    expect(parseMetadataSettings(stored)).toEqual(parsed)
  })

  it.each<[object, string]>([
    [{ type: 'terms', values: [] }, 'values: ensure this value has at least 1 items'],
    [{ type: 'terms', values: Array(251).fill('a') }, 'values: ensure this value has at most 250 items'],
    [{ type: 'integer', min: 5, max: 5 }, ": 'min' (5) must be lower than 'max' (5)"],
    [{ type: 'float', min: 2, max: 0.5 }, ": 'min' (2.0) must be lower than 'max' (0.5)"],
    [{ type: 'float', min: 'x' }, 'min: value is not a valid float'],
  ])('refuses %j', (settings, failure) => {
    expect(failures(MetadataSettingsCreate, settings)).toEqual([failure])
  })
})
