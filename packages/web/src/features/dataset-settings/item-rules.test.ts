import type { Field } from '@postil/contract/feedback/settings/fields'
import type { MetadataProperty } from '@postil/contract/feedback/settings/metadata-properties'
import type { QuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { describe, expect, it } from 'vitest'
import {
  checkQuestion,
  checkTitle,
  fieldPatch,
  guidelinesPatch,
  metadataPatch,
  questionPatch,
  questionValues,
  vectorPatch,
} from './item-rules.ts'

const times = { inserted_at: '', updated_at: '' }
const option = (value: string) => ({ value, text: value, description: null })
const OPTIONS = ['a', 'b', 'c', 'd'].map(option)

function question(settings: QuestionSettings): Question {
  return { id: 'q', name: 'q', title: 'Q', description: null, required: true, settings, dataset_id: 'd', ...times }
}
const LABEL = question({ type: 'label_selection', options: OPTIONS, visible_options: 3 })
const values = { title: 'Title', description: '', useMarkdown: false, visibleOptions: null }

describe('checkQuestion', () => {
  it.each([
    [{ title: '' }, 'title', 'This field is required.'],
    [{ title: '   ' }, 'title', 'This field is required.'],
    [{ title: 'x'.repeat(200) }, 'title', undefined],
    [{ title: `  ${'x'.repeat(200)}  ` }, 'title', undefined],
    [{ title: 'x'.repeat(201) }, 'title', 'This must be less than 200.'],
    [{ title: '🙂'.repeat(200) }, 'title', undefined],
    [{ description: 'x'.repeat(500) }, 'description', undefined],
    [{ description: 'x'.repeat(501) }, 'description', 'This must be less than 500.'],
  ] as const)('%j: %s is told %s [V1, K1]', (part, name, words) => {
    expect(checkQuestion({ ...values, ...part })[name]).toBe(words)
  })
})

it.each([
  ['', undefined],
  ['x'.repeat(500), undefined],
  ['x'.repeat(501), 'This must be less than 500.'],
])('titles of fields, vectors and properties hold 500 characters, and may be empty (%#) [V2, K1]', (title, words) => {
  expect(checkTitle({ title }).title).toBe(words)
})

describe('questionPatch', () => {
  const edited = { title: '  New  ', description: '  ', useMarkdown: true, visibleOptions: 4 }
  const cases: [QuestionSettings, object | undefined][] = [
    [
      { type: 'text', use_markdown: false },
      { type: 'text', use_markdown: true },
    ],
    [LABEL.settings, { type: 'label_selection', visible_options: 4 }],
    [
      { type: 'multi_label_selection', options: OPTIONS, visible_options: null, options_order: 'natural' },
      { type: 'multi_label_selection', visible_options: 4 },
    ],
    [{ type: 'rating', options: [{ value: 1 }, { value: 2 }] }, undefined],
    [{ type: 'ranking', options: OPTIONS }, undefined],
  ]
  it.each(cases)(
    'trims, turns an empty description into null, and leaves options out (%#) [V7, C12]',
    (settings, sent) => {
      const patch = questionPatch(question(settings), edited)
      expect(patch).toEqual({ title: 'New', description: null, ...(sent && { settings: sent }) })
    },
  )

  it('reads back what it shows', () => {
    expect(questionValues(LABEL)).toEqual({ title: 'Q', description: '', useMarkdown: false, visibleOptions: 3 })
  })
})

describe('an empty title', () => {
  const field: Field = {
    ...{ id: 'f', name: 'text', title: 'Text', required: true, dataset_id: 'd', ...times },
    settings: { type: 'text', use_markdown: false },
  }
  const property: MetadataProperty = {
    ...{ id: 'm', name: 'source', title: 'Source', visible_for_annotators: true, dataset_id: 'd', ...times },
    settings: { type: 'terms', values: null },
  }
  it('falls back to the name [V7]', () => {
    expect(fieldPatch(field, { title: ' ', useMarkdown: true })).toEqual({
      title: 'text',
      settings: { type: 'text', use_markdown: true },
    })
    expect(vectorPatch({ name: 'mini' }, { title: '' })).toEqual({ title: 'mini' })
    expect(metadataPatch(property, { title: '', isVisible: false }).title).toBe('source')
  })
})

it.each([
  ['  Read first. \n', 'Read first.'],
  [' \n ', null],
  ['', null],
])('guidelines %j are sent as %j [V6]', (text, sent) => {
  expect(guidelinesPatch(text)).toBe(sent)
})
