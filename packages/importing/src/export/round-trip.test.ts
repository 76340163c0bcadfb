import type { RecordUpsert } from '@postil/contract/feedback/records'
import type { QuestionCreate } from '@postil/contract/feedback/settings/questions'
import type { ExactJson, Json } from '@postil/contract/shapes'
import { exactJsonText, parseExactJson } from '@postil/domain/wire/exact-json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createConverter } from '../convert/convert'
import { guessPlan, isExportHeader } from '../guess/guess'
import { labelOptions } from '../guess/question-for'
import type { DatasetSchema } from '../plan/plan'
import { AnswerRows } from '../read/answer-rows'
import { CsvReader } from '../read/csv-reader'
import { JsonReader } from '../read/json-reader'
import { Profiler } from '../read/profile'
import type { BadRow, SourceRow, TableReader } from '../read/source-row'
import { exportTable } from './export-columns'
import type { ExportChoice, ExportSource } from './export-parts'
import { csvHeader, csvLine, jsonLine } from './export-text'
import { manifestText, readManifest } from './manifest'

const LABELS = ['a', '=b', '[c]', 'd|e']
const question = (name: string, settings: QuestionCreate['settings']): QuestionCreate => ({
  name,
  title: `Title of ${name}`,
  description: null,
  required: false,
  settings,
})
const schema: DatasetSchema = {
  guidelines: 'Read *well*.',
  allowExtraMetadata: true,
  minSubmitted: 2,
  queueOrder: 'file',
  handOut: 'until_completed',
  fields: [
    { name: 'text', title: 'Text', required: true, settings: { type: 'text', use_markdown: true } },
    { name: '__proto__', title: 'Other', required: false, settings: { type: 'text', use_markdown: false } },
  ],
  questions: [
    question('label', { type: 'label_selection', options: labelOptions(LABELS), visible_options: 3 }),
    question('many', {
      type: 'multi_label_selection',
      options: labelOptions(LABELS),
      visible_options: null,
      options_order: 'natural',
    }),
    question('stars', { type: 'rating', options: [1, 2, 3].map((value) => ({ value })) }),
    question('order', { type: 'ranking', options: labelOptions(['x', 'y']) }),
    question('why', { type: 'text', use_markdown: false }),
  ],
  metadata: [
    { name: 'split', title: 'Split', visible_for_annotators: true, settings: { type: 'terms', values: null } },
    { name: 'age', title: 'Age', visible_for_annotators: false, settings: { type: 'integer', min: null, max: null } },
    { name: 'ratio', title: 'Ratio', visible_for_annotators: true, settings: { type: 'float', min: null, max: null } },
  ],
  vectors: [{ name: 'v', title: 'V', dimensions: 2 }],
}
const questionIds = new Map(schema.questions.map(({ name }) => [name, `id-${name}`]))
const names = {
  questions: new Map([...questionIds].map(([name, id]) => [id, name])),
  users: new Map([
    ['u1', 'ann'],
    ['u2', 'bob'],
  ]),
  // Answers of other users have no separate columns.
  people: ['u1'],
  userId: 'u1',
}
const everything: ExportChoice = {
  responses: 'all',
  layout: 'nested',
  suggestions: true,
  resolutions: true,
  final: true,
  doubts: true,
  metadata: true,
  vectors: true,
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }).filter((one) => !one.includes('\0')),
  fc.constantFrom(
    '',
    ' ',
    '=1+1',
    "'=1",
    '-5',
    '["a"]',
    '"q"',
    'a,b\r\n"c"',
    '\t',
    '007',
    '\ufeffmarked',
    'null',
    'true',
    '{"a":1}',
    '12',
  ),
)
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1, 1e20, 1e21, -1e21, 1.5e16, 5e-324, Number.MAX_VALUE),
)
/** Integers beyond the precision of `number`, some also beyond 64 bits. */
const longInteger = fc.oneof(
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }),
  fc.bigInt({ min: -(2n ** 70n), max: -(2n ** 53n) }),
  fc.constantFrom(
    2n ** 53n,
    12345678901234567n,
    2n ** 63n - 1n,
    2n ** 63n,
    -(2n ** 63n),
    -(2n ** 63n) - 1n,
    10n ** 300n,
  ),
)
const json: fc.Arbitrary<ExactJson> = fc.oneof(
  fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value))),
  longInteger,
  fc.array(fc.oneof(longInteger, fc.constant(-0))),
  longInteger.map((one) => ({ deep: [one, '"12345678901234567"'] })),
)
const values: Record<string, fc.Arbitrary<Json>> = {
  label: fc.constantFrom(...LABELS),
  many: fc.subarray(LABELS, { minLength: 1 }),
  stars: fc.integer({ min: 1, max: 3 }),
  order: fc.constantFrom([
    { value: 'y', rank: 1 },
    { value: 'x', rank: 2 },
  ]),
  why: text,
}
const score = fc.double({ min: 0, max: 1, noNaN: true }).map((one) => (Object.is(one, -0) ? 0 : one))

const suggestion = (name: string) =>
  fc
    .record({
      value: values[name] ?? text,
      one: score,
      agent: fc.constantFrom('bert', 'a-1', null),
      type: fc.constantFrom('model', 'human', null),
    })
    .map(({ value, one, agent, type }) => ({
      question_id: `id-${name}`,
      value,
      agent,
      type,
      score: Array.isArray(value) ? value.map(() => one) : one,
    }))
const response = fc.record({
  user_id: fc.constantFrom('u1', 'u2'),
  status: fc.constantFrom('submitted', 'draft', 'discarded'),
  values: fc
    .record(
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.map((one) => ({ value: one }))])),
      { requiredKeys: ['label'] },
    )
    .map(
      (answers): Json =>
        Object.fromEntries(Object.entries(answers).flatMap(([name, one]) => (one ? [[name, one]] : []))),
    ),
})
const metadata = fc.oneof(
  fc.constant(null),
  fc.record(
    {
      split: fc.oneof(text, fc.array(text), fc.integer(), fc.constant(null)),
      age: fc.oneof(fc.maxSafeInteger(), longInteger, fc.constant(null)),
      ratio: number,
      'free key.with dot': json,
      __proto__extra: json,
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
)
const record: fc.Arbitrary<ExportSource> = fc.record({
  id: fc.uuid(),
  external_id: fc.oneof(
    fc.constant(null),
    text.filter((one) => one !== ''),
  ),
  fields: text.chain((one) =>
    fc
      .option(text)
      .map((other): Json => Object.fromEntries([['text', one], ...(other === null ? [] : [['__proto__', other]])])),
  ),
  metadata,
  suggestions: fc.subarray(Object.keys(values)).chain((some) => fc.tuple(...some.map(suggestion))),
  responses: fc.uniqueArray(response, { selector: ({ user_id }) => user_id, maxLength: 2 }),
  vectors: fc.oneof(
    fc.constant({}),
    fc.tuple(number, number).map((v): Json => ({ v })),
  ),
})
const records = fc.uniqueArray(record, {
  selector: ({ external_id, id }) => external_id ?? id,
  minLength: 1,
  maxLength: 8,
})

type Format = 'csv' | 'jsonl'
const LAYOUTS: [Format, ExportChoice['layout']][] = [
  ['csv', 'nested'],
  ['csv', 'columns'],
  ['csv', 'rows'],
  ['jsonl', 'nested'],
]

function exported(format: Format, items: readonly ExportSource[], choice: ExportChoice): string {
  const { columns, rowsOf } = exportTable(schema, choice, names)
  const line = format === 'csv' ? csvLine : jsonLine
  const lines = items.flatMap((item) => rowsOf(item).map((row) => line(columns, row)))
  return (format === 'csv' ? csvHeader(columns) : '') + lines.join('')
}

function imported(format: Format, file: string): RecordUpsert[] {
  const rows: SourceRow[] = []
  const bad: BadRow[] = []
  const sink = { row: (row: SourceRow) => rows.push(row), bad: (row: BadRow) => bad.push(row) }
  const reader: TableReader =
    format === 'csv'
      ? new AnswerRows((table) => new CsvReader({ delimiter: ',', hasHeader: true }, table), sink)
      : new JsonReader(sink, true)
  reader.push(file)
  reader.end()
  expect(bad).toEqual([])
  expect(isExportHeader(reader.columns)).toBe(true)
  const profiler = new Profiler()
  for (const row of rows) profiler.add(row)
  const profile = { rows: profiler.rows, columns: profiler.profiles(reader.columns), answers: [] }
  const plan = guessPlan(profile, format === 'csv' ? 'csv' : 'native', schema)
  const convert = createConverter(plan, {
    datasetId: 'D',
    questionIds,
    userId: 'u1',
    users: new Map([
      ['u1', 'u1'],
      ['ann', 'u1'],
      ['u2', 'u2'],
      ['bob', 'u2'],
    ]),
  })
  return rows.map((row) => {
    const converted = convert(row)
    if (!('item' in converted)) throw new Error(converted.reason)
    return converted.item
  })
}

/** The content of a record. Absent, null and empty relations are treated as equal, since an import need not distinguish them. */
function contentOf(item: RecordUpsert | ExportSource) {
  const byQuestion = new Map(
    (item.suggestions ?? []).map((one) => [
      one.question_id,
      [one.value, one.score ?? null, one.agent ?? null, one.type ?? null],
    ]),
  )
  const byUser = new Map((item.responses ?? []).map((one) => [one.user_id, [one.status, one.values ?? null]]))
  return {
    id: item.id,
    external_id: item.external_id ?? null,
    fields: item.fields,
    // As sent over HTTP, where an integer is a sequence of digits.
    metadata: parseExactJson(exactJsonText(item.metadata ?? null)),
    suggestions: byQuestion,
    responses: byUser,
    vectors: item.vectors ?? {},
  }
}

describe('what was exported', () => {
  it.each(LAYOUTS)('as %s with answers %s is imported again to the same content', (format, layout) => {
    fc.assert(
      fc.property(records, (items) => {
        const again = imported(format, exported(format, items, { ...everything, layout }))
        expect(again.map(contentOf)).toEqual(items.map(contentOf))
      }),
    )
  })

  it.each<Format>(['csv', 'jsonl'])('as %s with only my answers gives them back as mine', (format) => {
    fc.assert(
      fc.property(records, (items) => {
        const again = imported(format, exported(format, items, { ...everything, responses: 'mine' }))
        const mine = (item: RecordUpsert | ExportSource) => contentOf(item).responses.get('u1')
        expect(again.map(mine)).toEqual(items.map(mine))
      }),
    )
  })

  it('leaves out what was not chosen', () => {
    const choice = {
      responses: 'mine',
      layout: 'columns',
      suggestions: false,
      resolutions: false,
      final: false,
      doubts: false,
      metadata: false,
      vectors: false,
    } as const
    const { columns } = exportTable(schema, choice, names)
    expect(columns.map(({ name }) => name)).toEqual([
      'id',
      'external_id',
      'fields.text',
      'fields.__proto__',
      'status',
      'answers.label',
      'answers.many',
      'answers.stars',
      'answers.order',
      'answers.why',
    ])
  })

  it.each(LAYOUTS.slice(0, 3))(
    'never begins a %s cell with what a spreadsheet would calculate: answers %s',
    (_, layout) => {
      fc.assert(
        fc.property(records, (items) => {
          const rows: SourceRow[] = []
          const reader = new CsvReader(
            { delimiter: ',', hasHeader: true },
            { row: (row) => rows.push(row), bad: () => undefined },
          )
          reader.push(exported('csv', items, { ...everything, layout }))
          reader.end()
          for (const cell of rows.flatMap(({ cells }) => cells)) {
            if (typeof cell === 'string' && !/^-?[\d.]+(e[-+]?\d+)?$/.test(cell))
              expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/)
          }
        }),
      )
    },
  )
})

describe('a table of answers', () => {
  const item: ExportSource = {
    id: '8a1c6c3e-0000-4000-8000-000000000001',
    external_id: 'r1',
    fields: { text: 'One' },
    metadata: null,
    responses: [
      { user_id: 'u2', status: 'draft', values: { stars: { value: 2 } } },
      { user_id: 'u1', status: 'submitted', values: { label: { value: '=b' }, many: { value: ['a', 'd|e'] } } },
      { user_id: null, status: 'submitted', values: { label: { value: 'a' } } },
    ],
  }
  const empty: ExportSource = {
    id: '8a1c6c3e-0000-4000-8000-000000000002',
    external_id: null,
    fields: {},
    metadata: null,
  }
  const choice = {
    responses: 'all',
    suggestions: false,
    resolutions: false,
    final: false,
    doubts: false,
    metadata: false,
    vectors: false,
  } as const
  const both = { ...names, people: ['u1', 'u2'] }
  const cells = (layout: ExportChoice['layout']) => {
    const { columns, rowsOf } = exportTable(schema, { ...choice, layout }, both)
    const filled = [item, empty].flatMap(rowsOf).map((row) => row.map((cell, at) => [columns[at]?.name, cell] as const))
    return filled.map((row) =>
      Object.fromEntries(row.filter(([name, cell]) => cell !== undefined && !/^(id|f)/.test(name ?? ''))),
    )
  }

  it('has a column for each question and person, and one for those without a column', () => {
    const { columns } = exportTable(schema, { ...choice, layout: 'columns' }, both)
    expect(columns.map(({ name }) => name).filter((name) => /^(status|answers|responses)/.test(name))).toEqual([
      ...['status.ann', 'status.bob'],
      ...schema.questions.flatMap(({ name }) => [`answers.${name}.ann`, `answers.${name}.bob`]),
      'responses',
    ])
    expect(cells('columns')).toEqual([
      {
        external_id: 'r1',
        'status.ann': 'submitted',
        'status.bob': 'draft',
        'answers.label.ann': '=b',
        'answers.many.ann': ['a', 'd|e'],
        'answers.stars.bob': 2,
        responses: [{ user_id: null, username: null, status: 'submitted', values: { label: 'a' } }],
      },
      {},
    ])
  })

  it('has a row for each answer, and one for a record without any', () => {
    expect(cells('rows')).toEqual([
      { external_id: 'r1', username: 'bob', status: 'draft', question: 'stars', answer: 2 },
      { external_id: 'r1', username: 'ann', status: 'submitted', question: 'label', answer: '=b' },
      { external_id: 'r1', username: 'ann', status: 'submitted', question: 'many', answer: ['a', 'd|e'] },
      { external_id: 'r1', status: 'submitted', question: 'label', answer: 'a' },
      {},
    ])
  })

  it('is refused where the rows of a record were torn apart', () => {
    const bad: BadRow[] = []
    const rows: SourceRow[] = []
    const sink = { row: (row: SourceRow) => rows.push(row), bad: (row: BadRow) => bad.push(row) }
    const reader = new AnswerRows((table) => new CsvReader({ delimiter: ',', hasHeader: true }, table), sink)
    reader.push(
      'id,fields.text,username,status,question,answer\n1,a,ann,submitted,label,a\n2,b,ann,submitted,label,a\n',
    )
    reader.push('1,a,bob,submitted,label,a\n')
    reader.end()
    expect(rows.map(({ line }) => line)).toEqual([2, 3])
    expect(bad).toMatchObject([{ line: 4, reason: expect.stringMatching(/Sort the file by the column “id”/) }])
  })
})

describe('manifest', () => {
  it('gives back the schema it was written with', () => {
    const manifest = manifestText({
      exportedAt: '2026-01-01T00:00:00Z',
      dataset: { name: 'My set', workspace: 'w' },
      schema,
      choice: { ...everything, statuses: [] },
      counts: { records: 3, responses: 2, suggestions: 1, resolutions: 1, doubts: 0 },
      file: { name: 'my.csv', format: 'csv', bytes: 10, sha256: 'ab' },
    })
    expect(readManifest(manifest)).toEqual({
      datasetName: 'My set',
      schema,
      records: 3,
      file: { name: 'my.csv', bytes: 10, sha256: 'ab' },
    })
  })

  it.each([
    '',
    '{}',
    '[]',
    '{"kind":"postil-export","version":2,"dataset":{}}',
    '{"kind":"postil-export","version":1,"dataset":{},"fields":[{}]}',
  ])('is not read from %j', (text) => {
    expect(readManifest(text)).toBeUndefined()
  })
})
