import type { Task } from '@postil/contract/task/constants'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFile } from '../read/read-file'
import { scanFile } from '../read/scan'
import type { TagFormat } from './conll-writer'
import { createClassicConverter } from './convert'
import { CLASSIC_FORMATS, type ClassicExportFormat, createClassicEncoder } from './export-classic'
import { recordOfDocument } from './export-columns'
import { exportedTask, guessClassic, guessTask } from './guess'
import { classicManifestText, readClassicManifest } from './manifest'
import type { ClassicRecord } from './record'

const RUNS = { numRuns: 60 }
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((one) => one.trim() !== '')
/** Texts that are difficult for file formats. */
const awkward = fc.oneof(
  text,
  fc.constantFrom(
    '=1+1',
    "'=x",
    '  blanks ',
    'a,b;"c"',
    'two\nlines',
    '["no list"]',
    '"quoted"',
    '{}',
    'null',
    '007',
    '-0',
    '🦆 e\u0301',
  ),
)
const name = fc.oneof(
  fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/),
  fc.constantFrom('my text', 'v1.2', '__proto__', 'labels', 'agent', 'constructor', 'é'),
)
const agent = fc.oneof(name, fc.constantFrom('bert.base', 'models/gpt 2'))
const score = fc.double({ min: 0, max: 1, noNaN: true })
/** Integers beyond 2^53 are excluded: they are read from JSON lines as texts. */
const number = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .filter((one) => !Number.isInteger(one) || Number.isSafeInteger(one))
const id = fc.oneof(fc.uuid(), fc.maxSafeInteger(), awkward, fc.maxSafeInteger().map(String))
const metadata = fc.dictionary(
  name,
  fc.oneof(awkward, fc.integer(), number, fc.boolean(), fc.array(awkward, { minLength: 1, maxLength: 3 })),
  { minKeys: 1, maxKeys: 4, noNullPrototype: true },
)
/** Values of keys that begin with `_` are stored unchanged. */
const hidden = fc.constant({ _trace: { steps: [1, { a: 'b' }], deep: { er: { still: null } } } })
const vectors = fc.dictionary(name, fc.record({ value: fc.array(score, { minLength: 1, maxLength: 3 }) }), {
  minKeys: 1,
  maxKeys: 2,
  noNullPrototype: true,
})

function statements<Content extends object>(content: fc.Arbitrary<Content>) {
  const one = content.chain((part) => agent.map((by) => ({ ...part, agent: by })))
  const many = fc.dictionary(agent, content, { minKeys: 1, maxKeys: 3, noNullPrototype: true })
  return { prediction: one, annotation: one, predictions: many, annotations: many }
}

/** Records of a task, with any of its optional parts; ids are unique. */
function recordsOf<Own extends object>(own: fc.Arbitrary<Own>, said: ReturnType<typeof statements<object>>) {
  const record = fc
    .tuple(
      own,
      fc.record(
        {
          metadata: fc.oneof(metadata, hidden),
          vectors,
          event_timestamp: fc.constant('2024-05-01T10:00:00.123456'),
          ...said,
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
      fc.record({ id, status: fc.constantFrom('Default', 'Edited', 'Validated', 'Discarded') }),
    )
    .map(([parts, others, base]) => ({ ...base, ...parts, ...others }) as unknown as ClassicRecord)
  return fc.uniqueArray(record, { minLength: 1, maxLength: 5, selector: (one) => String(one.id) })
}

const labels = fc.array(fc.record({ class: awkward, score }), { maxLength: 3 }).map((list) => ({ labels: list }))
const tokens = fc.array(
  text.map((one) => one.replace(/\s/g, '_')),
  { minLength: 1, maxLength: 8 },
)
const entities = fc
  .array(fc.record({ start: fc.nat(9), end: fc.integer({ min: 10, max: 20 }), label: awkward, score }), {
    maxLength: 3,
  })
  .map((list) => ({ entities: list }))
const sentences = fc.array(fc.record({ text: awkward, score }), { maxLength: 3 }).map((list) => ({ sentences: list }))

const RECORDS: Record<Task, fc.Arbitrary<ClassicRecord[]>> = {
  TextClassification: recordsOf(
    fc.record({
      inputs: fc.dictionary(name, fc.oneof(awkward, fc.array(awkward, { minLength: 1, maxLength: 2 })), {
        minKeys: 1,
        maxKeys: 3,
        noNullPrototype: true,
      }),
      multi_label: fc.boolean(),
    }),
    statements(labels),
  ),
  TokenClassification: recordsOf(
    tokens.map((list) => ({ text: list.join(' '), tokens: list })),
    statements(entities),
  ),
  Text2Text: recordsOf(fc.record({ text: awkward }), statements(sentences)),
}

function exported(task: Task, format: ClassicExportFormat, records: ClassicRecord[]): File {
  const encoder = createClassicEncoder({ task, format }, records.slice(0, 1))
  const pieces = [encoder.start(), encoder.rows(records.slice(0, 2)), encoder.rows(records.slice(2)), encoder.end()]
  return new File(
    pieces.map((piece) => new Uint8Array(piece)),
    `records${CLASSIC_FORMATS[format].ending}`,
  )
}

async function imported(file: File): Promise<ClassicRecord[]> {
  const scan = await scanFile(file)
  const source = { profile: scan.profile, reading: scan.reading, fileName: file.name }
  const plan = guessClassic(guessTask(source), source)
  const convert = createClassicConverter(plan, 'maria')
  const records: ClassicRecord[] = []
  for await (const batch of readFile(file, scan.reading)) {
    for (const row of batch.rows) {
      const converted = convert(row)
      if ('reason' in converted) throw new Error(converted.reason)
      records.push(converted.item)
    }
  }
  return records
}

describe.each(Object.keys(RECORDS) as Task[])('an export of %s', (task) => {
  it.each(['jsonl', 'csv', 'parquet'] as const)('as %s is imported again as the same records', async (format) => {
    await fc.assert(
      fc.asyncProperty(RECORDS[task], async (records) => {
        const again = await imported(exported(task, format, records))
        expect(again).toEqual(records)
      }),
      RUNS,
    )
  })

  it('says in every row what it is, so that it needs no manifest', async () => {
    const [record] = fc.sample(RECORDS[task], 1)[0] ?? []
    if (!record) throw new Error('nothing sampled')
    const { profile } = await scanFile(exported(task, 'csv', [record]))
    expect(exportedTask(profile)).toBe(task)
  })
})

/** Sentences that tags can represent: entities do not overlap, labels and tokens contain no spaces. */
const tagged = fc
  .array(
    fc.tuple(
      fc.stringMatching(/^[\p{L}\p{N}.,!?🦆]{1,6}$/u),
      fc.constantFrom('', 'person', 'B-x', 'creative-work'),
      fc.boolean(),
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((parts): ClassicRecord => {
    const found: { start: number; end: number; label: string; score: number }[] = []
    let at = 0
    let before: string | undefined
    for (const [token, label, goesOn] of parts) {
      const end = at + [...token].length
      const last = found.at(-1)
      if (label !== '' && goesOn && last && before === label) last.end = end
      else if (label !== '') found.push({ start: at, end, label, score: 1 })
      before = label
      at = end + 1
    }
    const words = parts.map(([token]) => token)
    return { id: '', text: words.join(' '), tokens: words, annotation: { agent: 'maria', entities: found } }
  })

it.each<TagFormat>(['conll2003', 'bio', 'bilou'])('entities as %s come back with the same tokens', async (format) => {
  await fc.assert(
    fc.asyncProperty(fc.array(tagged, { minLength: 1, maxLength: 4 }), async (records) => {
      const again = await imported(exported('TokenClassification', format, records))
      const parts = ({ text: whole, tokens: words, annotation }: ClassicRecord) => ({ whole, words, annotation })
      expect(again.map(parts)).toEqual(records.map(parts))
    }),
    RUNS,
  )
})

it('counts the entities that tags cannot say', () => {
  const entity = (start: number, end: number, label: string) => ({ start, end, label, score: 1 })
  const record: ClassicRecord = {
    id: 'a',
    text: 'New York City',
    tokens: ['New', 'York', 'City'],
    annotation: { agent: 'm', entities: [entity(4, 8, 'b'), entity(0, 8, 'city of'), entity(9, 13, 'c')] },
  }
  const encoder = createClassicEncoder({ task: 'TokenClassification', format: 'bilou' }, [record])
  expect(new TextDecoder().decode(encoder.rows([record]))).toBe('New\tB-city_of\nYork\tL-city_of\nCity\tU-c\n\n')
  expect(encoder.lost()).toBe(1)
})

it('takes of a stored document what can be logged again', () => {
  const document = {
    id: 1,
    status: 'Validated',
    text: 'derived',
    inputs: { text: 'a' },
    multi_label: false,
    annotation: { agent: 'm', labels: [{ class_label: 'x', score: 1 }] },
    prediction: null,
    metrics: { text_length: 1 },
    last_updated: '2024-05-01T10:00:00',
    search_keywords: ['a'],
  }
  expect(recordOfDocument(document, 'TextClassification')).toEqual({
    id: 1,
    status: 'Validated',
    inputs: { text: 'a' },
    multi_label: false,
    annotation: { agent: 'm', labels: [{ class: 'x', score: 1 }] },
  })
})

it('keeps labels, rules and statuses in a manifest', () => {
  const manifest = {
    exportedAt: '2024-05-01T10:00:00.000Z',
    dataset: { name: 'news', workspace: 'team', task: 'TextClassification' as const },
    labels: [
      { id: 'a', name: 'A', description: 'first' },
      { id: 'b', name: 'B' },
    ],
    rules: [{ query: 'card AND (lost OR stolen)', labels: ['A'], description: 'cards' }],
    statuses: ['Validated'],
    records: 3,
    file: { name: 'news.jsonl', format: 'jsonl', bytes: 10, sha256: 'ff' },
  }
  expect(readClassicManifest(classicManifestText(manifest))).toEqual(manifest)
  expect(readClassicManifest('{"kind":"postil-export","version":1}')).toBeUndefined()
})
