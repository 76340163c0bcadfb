import type { QuestionCreate } from '@postil/contract/feedback/settings/questions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labelOptions } from '../guess/question-for'
import { checkPlan } from '../plan/check-plan'
import type { ColumnUse, ImportPlan } from '../plan/plan'
import type { Cell } from '../read/source-row'
import { sha256Hex } from '../upload/sha256'
import { createConverter } from './convert'
import { protect, unprotect } from './protect'

const field: ColumnUse = { kind: 'field', name: 'text', title: 'Text', required: true, markdown: false }
const question = (name: string, settings: QuestionCreate['settings'], required = true): QuestionCreate => ({
  name,
  title: name,
  description: null,
  required,
  settings,
})
const label = question('label', { type: 'label_selection', options: labelOptions(['a', 'b']), visible_options: null })

function convert(uses: readonly ColumnUse[], rows: readonly Cell[][], more: Partial<ImportPlan> = {}) {
  const plan: ImportPlan = {
    columns: uses.map((use, index) => ({ source: `c${index}`, use })),
    questions: [label],
    fixed: undefined,
    encoding: 'foreign',
    hasContentIds: false,
    ...more,
  }
  const converter = createConverter(plan, {
    datasetId: 'D',
    questionIds: new Map([['label', 'Q']]),
    userId: 'ME',
    users: new Map([['ann', 'ANN']]),
  })
  return rows.map((cells, index) => converter({ line: index + 2, cells }))
}

describe('createConverter', () => {
  it('makes a record of a row', () => {
    const uses: ColumnUse[] = [
      field,
      { kind: 'suggestion', question: 'label' },
      { kind: 'score', question: 'label' },
      { kind: 'agent', question: 'label' },
      { kind: 'metadata', name: 'age', title: 'Age', type: 'integer', visible: true },
      { kind: 'vector', name: 'v', title: 'V', dimensions: 2 },
      { kind: 'id' },
      { kind: 'nothing' },
    ]
    expect(convert(uses, [['hello', ' a ', '0.5', 'bert', '7', '[1, 0.5]', 'r1', 'x']])).toMatchObject([
      {
        item: {
          fields: { text: 'hello' },
          suggestions: [{ question_id: 'Q', value: 'a', score: 0.5, agent: 'bert' }],
          metadata: { age: 7 },
          vectors: { v: [1, 0.5] },
          external_id: 'r1',
        },
      },
    ])
  })

  it('names who made all suggestions, where the row does not say another', () => {
    const uses: ColumnUse[] = [
      field,
      { kind: 'suggestion', question: 'label', agent: 'tagger 1' },
      { kind: 'agent', question: 'label' },
    ]
    const rows = convert(uses, [
      ['x', 'a', 'bert'],
      ['y', 'a', ''],
      ['z', '', ''],
    ])
    expect(rows).toMatchObject([
      { item: { suggestions: [{ value: 'a', agent: 'bert' }] } },
      { item: { suggestions: [{ value: 'a', agent: 'tagger 1' }] } },
      { item: { fields: { text: 'z' } } },
    ])
    const [, suggestion, agent] = uses
    expect(suggestion && agent && convert([field, agent, suggestion], [['x', 'bert', 'a']])).toMatchObject([
      { item: { suggestions: [{ value: 'a', agent: 'bert' }] } },
    ])
    expect(convert([field, { kind: 'suggestion', question: 'label', agent: 'ö' }], [['x', 'a']])).toMatchObject([
      { item: { suggestions: [{ value: 'a', agent: undefined }] } },
    ])
  })

  it('makes a submitted response of an answer, or a draft when required answers are missing', () => {
    const answers: ColumnUse[] = [field, { kind: 'answer', question: 'label' }]
    expect(
      convert(answers, [
        ['x', 'b'],
        ['y', ''],
      ]),
    ).toMatchObject([
      { item: { responses: [{ user_id: 'ME', status: 'submitted', values: { label: { value: 'b' } } }] } },
      { item: { fields: { text: 'y' } } },
    ])
    const two = [label, question('why', { type: 'text', use_markdown: false })]
    expect(convert(answers, [['x', 'b']], { questions: two })).toMatchObject([
      { item: { responses: [{ status: 'draft' }] } },
    ])
  })

  it.each<[string, ColumnUse, Cell, string]>([
    ['a required text that is missing', field, undefined, '“Text” is empty, and a record needs it.'],
    ['a required text of blanks', field, '  ', '“Text” is empty, and a record needs it.'],
    ['an unknown label', { kind: 'suggestion', question: 'label' }, 'z', '“z” is not one of the labels of “label”.'],
    [
      'a word for a number',
      { kind: 'metadata', name: 'n', title: 'N', type: 'integer', visible: true },
      'many',
      '“N” is not a whole number here: many',
    ],
    [
      'a vector of another length',
      { kind: 'vector', name: 'v', title: 'V', dimensions: 3 },
      [1, 2],
      '“V” has 2 numbers here; it should have 3.',
    ],
    ['a very long id', { kind: 'id' }, 'x'.repeat(501), 'The id is longer than 500 characters.'],
  ])('refuses %s', (_, use, cell, reason) => {
    const uses = use.kind === 'field' ? [use] : [field, use]
    expect(convert(uses, [use.kind === 'field' ? [cell] : ['x', cell]])).toMatchObject([{ reason }])
  })

  it('refuses an id that an earlier row has, naming its line', () => {
    const [, second] = convert(
      [field, { kind: 'id' }],
      [
        ['x', 'a'],
        ['y', 'a'],
      ],
    )
    expect(second).toEqual({ reason: 'The id “a” is already that of line 2.', why: 'repeated' })
  })

  it('refuses a span outside its text', () => {
    const span = question('label', {
      type: 'span',
      field: 'text',
      options: labelOptions(['a']),
      visible_options: null,
      allow_overlapping: false,
      allow_character_annotation: true,
    })
    const uses: ColumnUse[] = [field, { kind: 'suggestion', question: 'label' }]
    const [good, bad] = convert(
      uses,
      [
        ['abc', '[{"start":0,"end":3,"label":"a"}]'],
        ['abc', [[1, 9, 'a']]],
      ],
      { questions: [span] },
    )
    expect(good).toMatchObject({ item: { suggestions: [{ value: [{ label: 'a', start: 0, end: 3 }] }] } })
    expect(bad).toHaveProperty('reason')
  })

  it('gives the same texts the same id in every import, and repeated ones a number', () => {
    const ids = (rows: string[]) =>
      convert(
        [field],
        rows.map((text) => [text]),
        { hasContentIds: true },
      ).map((row) => 'item' in row && row.item.external_id)
    const [first, second, again] = ids(['x', 'y', 'x'])
    expect(ids(['y', 'x'])).toEqual([second, first])
    expect(again).toBe(`${first}-2`)
  })

  it('leaves out responses of users who are not here, and says so', () => {
    const list = [
      { username: 'ann', status: 'submitted', values: { label: 'a' } },
      { username: 'bob', status: 'submitted', values: { label: 'a' } },
    ]
    const [row] = convert([field, { kind: 'responses' }], [['x', list]], { encoding: 'native' })
    expect(row).toMatchObject({ item: { responses: [{ user_id: 'ANN' }] }, notes: [expect.stringContaining('bob')] })
  })

  it('never holds a NUL, which PostgreSQL refuses', () => {
    expect(convert([field], [['a\0b']])).toMatchObject([{ item: { fields: { text: 'a\ufffdb' } } }])
  })
})

describe('protect', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+x', "'+x"],
    ['-5', "'-5"],
    ['@a', "'@a"],
    ['\tx', "'\tx"],
    ["'=x", "''=x"],
    ["it's", "it's"],
    ["'tis", "'tis"],
  ])('%j becomes %j', (text, safe) => {
    expect(protect(text)).toBe(safe)
  })

  it('is undone by unprotect', () => {
    const tricky = fc.string({ unit: fc.constantFrom("'", '=', '-', '@', '+', 'a', '\t', '\r') })
    fc.assert(
      fc.property(fc.oneof(tricky, fc.string()), (text) => {
        expect(unprotect(protect(text))).toBe(text)
      }),
    )
  })
})

describe('sha256', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('hashes text %#', (text, hash) => {
    expect(sha256Hex(text)).toBe(hash)
  })
})

describe('rows without texts, for a dataset that is there', () => {
  const marks = question('marks', {
    type: 'span',
    field: 'text',
    options: labelOptions(['p']),
    visible_options: null,
    allow_overlapping: false,
    allow_character_annotation: true,
  })
  const fixed = {
    guidelines: null,
    allowExtraMetadata: true,
    minSubmitted: 1,
    fields: [{ name: 'text', title: 'Text', required: true, settings: { type: 'text' as const, use_markdown: false } }],
    questions: [label, marks],
    metadata: [],
    vectors: [],
  }
  const id: ColumnUse = { kind: 'id' }
  const suggestion: ColumnUse = { kind: 'suggestion', question: 'label' }
  const record = '10000000-0000-4000-8000-000000000001'

  it.each<[string, ColumnUse[], Cell[], object]>([
    [
      'an id and a suggestion',
      [id, suggestion],
      ['r1', 'a'],
      { item: { external_id: 'r1', suggestions: [{ question_id: 'Q', value: 'a' }] } },
    ],
    ["the server's own id", [{ kind: 'record' }, suggestion], [record, 'b'], { item: { id: record } }],
    ['no id', [id, suggestion], ['', 'a'], { reason: 'There is no id here that says which record to update.' }],
    ['a label that is none', [id, suggestion], ['r1', 'c'], { reason: expect.stringContaining('label') }],
    [
      'marks, which only the server can check',
      [id, { kind: 'suggestion', question: 'marks' }],
      ['r1', '[{"label":"p","start":0,"end":4}]'],
      { item: { suggestions: [{ question_id: 'M', value: [{ label: 'p', start: 0, end: 4 }] }] } },
    ],
  ])('are updates: %s', (_, uses, cells, made) => {
    const plan: ImportPlan = {
      columns: uses.map((use, index) => ({ source: `c${index}`, use })),
      questions: fixed.questions,
      fixed,
      encoding: 'foreign',
      hasContentIds: false,
    }
    const questionIds = new Map([
      ['label', 'Q'],
      ['marks', 'M'],
    ])
    const target = { datasetId: 'D', questionIds, userId: 'ME', users: new Map<string, string>() }
    const [converted] = [createConverter(plan, target)({ line: 2, cells })]
    expect(converted).toMatchObject(made)
    expect('item' in converted && 'fields' in converted.item).toBe(false)
  })

  it.each<[string, ColumnUse[], boolean, string[]]>([
    ['an id and a suggestion', [id, suggestion], true, []],
    ['an id and a suggestion, but no dataset yet', [id, suggestion], false, ['noField']],
    ['a suggestion alone', [suggestion], true, ['noFieldNorId']],
    ['an id alone', [id, { kind: 'agent', question: 'label' }], true, ['nothingToUpdate']],
  ])('are planned: %s', (_, uses, isInto, problems) => {
    const columns = uses.map((use, index) => ({ source: `c${index}`, use }))
    const plan: ImportPlan = { columns, questions: fixed.questions, fixed, encoding: 'foreign', hasContentIds: false }
    expect(checkPlan(plan, isInto).map(({ code }) => code)).toEqual(problems)
  })
})
