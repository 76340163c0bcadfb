import type { QuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import type { Json } from '@postil/contract/shapes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labelOptions } from '../guess/question-for'
import { exportTable } from './export-columns'
import type { ExportChoice, ExportSource } from './export-parts'
import { finalAnswer } from './final-answer'

const options = labelOptions(['a', 'b', 'c'])
const SETTINGS: Record<string, QuestionSettings> = {
  label: { type: 'label_selection', options, visible_options: null },
  labels: { type: 'multi_label_selection', options, visible_options: null, options_order: 'natural' },
  span: {
    ...{ type: 'span', field: 'text', options, visible_options: null },
    ...{ allow_overlapping: false, allow_character_annotation: true },
  },
  rating: { type: 'rating', options: [1, 2].map((value) => ({ value })) },
  ranking: { type: 'ranking', options },
  text: { type: 'text', use_markdown: false },
}
const question = (type: string) => ({
  ...{ name: 'q', title: 'Q', description: null, required: false },
  settings: SETTINGS[type] as QuestionSettings,
})
const NAMES = new Map([['q1', 'q']])
type Response = NonNullable<ExportSource['responses']>[number]
const response = (value?: Json, status = 'submitted'): Response => ({
  ...{ user_id: null, status },
  values: value === undefined ? {} : { q: { value } },
})
const source = (responses: ExportSource['responses'], decided?: Json): ExportSource => ({
  ...{ id: 'r1', external_id: null, fields: {}, metadata: null, responses },
  resolutions: decided === undefined ? [] : [{ question_id: 'q1', value: decided }],
})
const final = (type: string, needed: number, record: ExportSource) => finalAnswer(record, question(type), needed, NAMES)
const span = (label: string, start: number) => ({ label, start, end: start + 1 })
const ranked = (...values: string[]) => values.map((value, at) => ({ value, rank: at + 1 }))

describe('the final answer', () => {
  it.each<[string, number, Response[], Json | undefined, Json | undefined, string]>([
    ['a decision, whatever was answered', 2, [response('a'), response('b')], 'c', 'c', 'decided'],
    ['a decision about a record without answers', 1, [], 'c', 'c', 'decided'],
    ['what all submitted', 2, [response('a'), response('a')], undefined, 'a', 'agreed'],
    ['what more submitted than are needed', 1, [response('a'), response('a')], undefined, 'a', 'agreed'],
    ['the one that is needed', 1, [response('a')], undefined, 'a', 'agreed'],
    ['not what too few submitted', 2, [response('a')], undefined, undefined, 'open'],
    ['not one of different ones', 2, [response('a'), response('a'), response('b')], undefined, undefined, 'open'],
    ['what was submitted, not drafts', 1, [response('b', 'draft'), response('a')], undefined, 'a', 'agreed'],
    [
      'not a draft or a discarded one',
      1,
      [response('a', 'draft'), response('a', 'discarded')],
      undefined,
      undefined,
      'open',
    ],
    ['not where somebody left the question out', 2, [response('a'), response()], undefined, undefined, 'open'],
    ['nothing where everybody left the question out', 2, [response(), response()], undefined, undefined, 'agreed'],
    ['none without answers', 1, [], undefined, undefined, 'open'],
  ])('is %s', (_, needed, responses, decided, value, status) => {
    expect(final('label', needed, source(responses, decided))).toEqual({ status, ...(status !== 'open' && { value }) })
  })

  it.each<[type: string, same: Json[], other: Json]>([
    ['label', ['a', 'a'], 'b'],
    [
      'labels',
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      ['a'],
    ],
    [
      'span',
      [
        [span('a', 0), span('b', 4)],
        [span('b', 4), span('a', 0)],
      ],
      [span('a', 0)],
    ],
    ['rating', [1, 1], 2],
    ['ranking', [ranked('a', 'b', 'c'), ranked('a', 'b', 'c').reverse()], ranked('b', 'a', 'c')],
    ['text', ['Rome', 'Rome'], 'rome'],
  ])('of a %s question is the first of those that mean the same', (type, same, other) => {
    expect(final(type, 2, source(same.map((value) => response(value))))).toEqual({ status: 'agreed', value: same[0] })
    const differing = [...same, other].map((value) => response(value))
    expect(final(type, 2, source(differing))).toEqual({ status: 'open' })
  })

  it('has the same status whatever the order of the responses', () => {
    const answer = fc.option(fc.subarray(['a', 'b', 'c'], { minLength: 1 }), { nil: undefined })
    const given = fc.array(fc.tuple(answer, fc.constantFrom('submitted', 'draft')), { maxLength: 4 })
    fc.assert(
      fc.property(given, fc.integer({ min: 1, max: 3 }), (answers, needed) => {
        const responses = answers.map(([value, status]) => response(value, status))
        const { status } = final('labels', needed, source(responses))
        expect(final('labels', needed, source(responses.toReversed())).status).toBe(status)
        const submitted = responses.filter((one) => one.status === 'submitted')
        const isAlike = new Set(submitted.map(({ values }) => JSON.stringify(values))).size <= 1
        expect(status).toBe(submitted.length >= needed && isAlike ? 'agreed' : 'open')
      }),
    )
  })

  it('is in two columns per question, and in each row of a record', () => {
    const schema = {
      ...{ guidelines: null, allowExtraMetadata: true, minSubmitted: 1, fields: [], metadata: [], vectors: [] },
      questions: [question('label')],
    }
    const none = { suggestions: false, resolutions: false, doubts: false, metadata: false, vectors: false }
    const choice: ExportChoice = { responses: 'all', layout: 'rows', ...none, final: true }
    const names = { questions: NAMES, users: new Map(), people: [], userId: '' }
    const { columns, rowsOf } = exportTable(schema, choice, names)
    const at = columns.findIndex(({ name }) => name === 'final.q.value')
    expect(columns.slice(at).map(({ name, form }) => [name, form])).toEqual([
      ['final.q.value', 'text'],
      ['final.q.status', 'text'],
    ])
    const rows = rowsOf(source([response('a'), response('a')]))
    expect(rows.map((row) => row.slice(at))).toEqual(Array(2).fill(['a', 'agreed']))
    // Of all submitted responses, also if the file has others only.
    const left = { ...source([response('b', 'draft')]), submitted: [response('a'), response('c')] }
    expect(rowsOf(left).map((row) => row.slice(at))).toEqual([[undefined, 'open']])
  })
})
