import { makeSchema, matchesQuery, parseSimple, resolveQuery } from '@postil/domain/search/index'
import { searchCases, searchCorpora } from '@postil/domain/search/testing/cases'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { textStoreOf } from '../../../db/engines/text-store-of'
import { wordsAnew } from '../../../db/migrations/0001-0020/0005-words-anew'
import { wordsJobs } from '../../../db/migrations/0001-0020/0018-words-jobs'
import { DDL_WORDS } from '../../../db/migrations/migration'
import { enqueue } from '../../../jobs/enqueue'
import { openJobs } from '../../../jobs/testing/open-jobs'
import { ensureFieldNumbers } from '../../../search/text/field-numbers'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const CORPORA = ['mail', 'scripts'] as const
const cases = searchCases.filter(({ language }) => language === 'simple')

/** Fields of records as sent; a record without any text has an empty one, since a dataset needs a required field. */
type Texts = Record<string, string>

describe.each(engines)('text search, %s', (engine) => {
  let s: TestServer
  const datasets = new Map<string, string>()

  async function makeDataset(fields: readonly string[], documents: readonly (readonly [string, Texts])[]) {
    const dataset = await s.build.dataset({
      fields: fields.map((name, index) => ({ name, title: name, required: index === 0, settings: { type: 'text' } })),
    })
    const [required = ''] = fields
    const items = documents.map(([id, texts]) => ({ external_id: id, fields: { [required]: '', ...texts } }))
    const reply = await s.as('owner').post(`/api/v1/datasets/${dataset.id}/records/bulk`, { items })
    expect(reply.status).toBe(201)
    return dataset.id
  }

  async function find(datasetId: string, q: string, field?: string): Promise<string[]> {
    const body = { query: { text: { q, field } } }
    const reply = await s.as('owner').post(`/api/v1/datasets/${datasetId}/records/search?limit=1000`, body)
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
    expect(reply.body.total).toBe(reply.body.items.length)
    return reply.body.items.map((item: { record: { external_id: string } }) => item.record.external_id)
  }

  beforeAll(async () => {
    s = await testServer(engine)
    for (const name of CORPORA) {
      const { defaults, documents } = searchCorpora[name]
      const texts = Object.entries(documents).map(([id, values]) => [id, values as Texts] as const)
      datasets.set(name, await makeDataset(defaults, texts))
    }
  })

  it('has a table of at least 150 cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(150)
  })

  it.each(cases)('$about [C18]', async ({ corpus, query, field, finds }) => {
    const datasetId = datasets.get(corpus) ?? ''
    const { defaults, documents } = searchCorpora[corpus]
    if (field !== undefined && !defaults.some((name) => name === field)) {
      const reply = await s.as('owner').post(`/api/v1/datasets/${datasetId}/records/search`, {
        query: { text: { q: query, field } },
      })
      expect(reply.status).toBe(422)
      return
    }
    const order = Object.keys(documents)
    const found = await find(datasetId, query, field)
    expect(found.sort((one, other) => order.indexOf(one) - order.indexOf(other))).toEqual(finds)
  })

  it('finds what the slow reference matcher finds, in any texts by any query [C18]', async () => {
    const piece = fc.constantFrom(...PIECES)
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
    const sign = fc.constantFrom('', '', '-', '"', '*', ' -"', '" ', ' ')
    const query = fc
      .array(fc.tuple(sign, piece, sign), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.map((part) => part.join('')).join(' '))
    const documents = fc.array(fc.tuple(text, text), { minLength: 8, maxLength: 12 })
    const run = fc.asyncProperty(documents, fc.array(query, { minLength: 6, maxLength: 6 }), async (texts, queries) => {
      const named = texts.map(([one, two], index) => [`${index}`, { one, two }] as const)
      const datasetId = await makeDataset(['one', 'two'], named)
      for (const q of queries)
        for (const field of [undefined, 'two']) {
          const fields = field === undefined ? ['one', 'two'] : [field]
          const schema = makeSchema(
            ['one', 'two'].map((name) => ({ name, kind: 'std', plain: true })),
            fields,
          )
          const resolved = resolveQuery(parseSimple(q), schema, { query: q, nowMs: 0 })
          const expected = named.flatMap(([id, values]) => {
            const document = new Map(Object.entries(values).map(([name, value]) => [name, [value]]))
            return matchesQuery(resolved, document) ? [id] : []
          })
          const found = await find(datasetId, q, field)
          expect(
            found.sort((a, b) => Number(a) - Number(b)),
            `${JSON.stringify(q)} in ${field}`,
          ).toEqual(expected)
        }
    })
    await fc.assert(run, { numRuns: 12 })
  }, 60_000)

  it('takes as many words as count, in one query', async () => {
    const words = Array.from({ length: 300 }, (_, at) => `word${at}`)
    const datasetId = await makeDataset(
      ['one', 'two'],
      [
        ['all', { one: words.join(' '), two: '' }],
        ['most', { one: words.slice(1).join(' '), two: '' }],
      ],
    )
    expect(await find(datasetId, words.join(' '))).toEqual(['all'])
    expect((await find(datasetId, words.map((word) => `-${word}x`).join(' '))).sort()).toEqual(['all', 'most'])
  })

  it('takes a phrase of any length, of which as many words count [C18]', async () => {
    const han = '漢字'.repeat(150)
    const words = Array.from({ length: 300 }, (_, at) => `word${at}`).join(' ')
    const datasetId = await makeDataset(
      ['one'],
      [
        ['han', { one: `${han}かな` }],
        ['words', { one: words }],
        ['few', { one: '漢字 word0 word1' }],
      ],
    )
    expect(await find(datasetId, han)).toEqual(['han'])
    expect(await find(datasetId, '漢字'.repeat(10_000))).toEqual(['han'])
    expect(await find(datasetId, `"${words} more"`)).toEqual(['words'])
    expect(await find(datasetId, `"${'word1 '.repeat(3_000)}"`)).toEqual([])
    expect((await find(datasetId, `-${'漢字'.repeat(10_000)}`)).sort()).toEqual(['few', 'words'])
  })

  it('finds words around an ellipsis, and words and numbers with a sign of their script in them [C18]', async () => {
    const datasetId = await makeDataset(
      ['text'],
      [
        ['dots', { text: 'wait…what' }],
        ['geresh', { text: 'ג׳ירפה' }],
        ['number', { text: '٣٫١٤' }],
      ],
    )
    for (const q of ['wait', 'what', 'wait…what', '"wait what"']) expect(await find(datasetId, q), q).toEqual(['dots'])
    expect(await find(datasetId, 'ג׳ירפה')).toEqual(['geresh'])
    expect(await find(datasetId, 'ירפה')).toEqual([])
    expect(await find(datasetId, '٣٫١٤')).toEqual(['number'])
    expect(await find(datasetId, '١٤')).toEqual([])
  })

  it('looks for hundreds of words and phrases in many fields [C18]', async () => {
    const fields = Array.from({ length: 50 }, (_, at) => `f${at}`)
    const at = Array.from({ length: 100 }, (_, at) => at)
    const text = at.map((at) => `odd${at} even${at}`).join(' ')
    const datasetId = await makeDataset(fields, [
      ['first', { f0: text }],
      ['last', { f49: text }],
      ['parts', { f0: 'odd0 even0', f1: text.slice(11) }],
      ['few', { f1: 'odd0 even0' }],
    ])
    const found = async (q: string) => (await find(datasetId, q)).sort()
    expect(await found(at.map((at) => `"odd${at} even${at}"`).join(' '))).toEqual(['first', 'last', 'parts'])
    expect(await found(text)).toEqual(['first', 'last', 'parts'])
    expect(await found(`odd0 ${at.map((at) => `-"odd${at + 1} even${at + 1}"`).join(' ')}`)).toEqual(['few'])
    expect(await found(at.map((at) => `-"odd${at + 1} even${at + 1}"`).join(' '))).toEqual(['few'])
  }, 60_000)

  it('keeps datasets apart, and forgets deleted records at once', async () => {
    const one = await makeDataset(['text'], [['a', { text: 'shared word' }]])
    const two = await makeDataset(
      ['text'],
      [
        ['b', { text: 'shared word' }],
        ['c', { text: 'other' }],
      ],
    )
    expect(await find(one, 'shared')).toEqual(['a'])
    expect(await find(two, '-other')).toEqual(['b'])
    const listed = await s.as('owner').get(`/api/v1/datasets/${two}/records`)
    await s.as('owner').delete(`/api/v1/records/${listed.body.items[0].id}`)
    expect(await find(two, 'shared')).toEqual([])
    expect(await find(two, 'word -other')).toEqual([])
  })

  it('indexes records from before the index, a few at a time', async () => {
    const datasetId = await makeDataset(
      ['text'],
      Array.from({ length: 250 }, (_, at) => [`${at}`, { text: `early bird ${at}` }] as const),
    )
    const { engine: store } = s.context
    await store.transaction(async (tx) => {
      const { rows } = await sql<{ last: number }>`select max(pk) as last from records`.execute(tx)
      await sql`delete from record_words`.execute(tx)
      await enqueue(tx, { kind: 'index_words', subject: 'all', data: { after: 0, last: Number(rows[0]?.last) } })
    })
    expect(await find(datasetId, 'early')).toEqual([])
    await s.context.jobs.settle()
    expect(await find(datasetId, 'early')).toHaveLength(250)
    expect(await find(datasetId, '"bird 249"')).toEqual(['249'])
    expect(await openJobs(s)).toEqual([])
  })

  it('finds records by the words they had until these are indexed anew', async () => {
    const datasetId = await makeDataset(['text'], [['dots', { text: 'hold…fast' }]])
    const { engine: store } = s.context
    await store.transaction(async (tx) => {
      const { rows } = await sql<{ pk: number }>`select max(pk) as pk from records`.execute(tx)
      const pk = Number(rows[0]?.pk)
      const [number = 0] = (await ensureFieldNumbers(tx, datasetId)).values()
      const words = textStoreOf(tx)
      await words.remove(tx, [pk])
      await words.insert(tx, [words.prepare({ pk, fields: [{ number, terms: ['hold...fast', 'anchor'] }] })])
      await sql`create table text_backlog (id integer primary key, after_pk bigint not null, last_pk bigint not null)`.execute(
        tx,
      )
      for (const { statements } of [wordsAnew, wordsJobs])
        for (const statement of statements(DDL_WORDS[store.kind], store.kind)) await sql.raw(statement).execute(tx)
    })
    expect(await find(datasetId, 'anchor')).toEqual(['dots'])
    expect(await find(datasetId, 'fast')).toEqual([])
    await s.context.jobs.settle()
    expect(await find(datasetId, 'anchor')).toEqual([])
    expect(await find(datasetId, 'fast')).toEqual(['dots'])
    expect(await openJobs(s)).toEqual([])
  })
})

/** Words, scripts and signs that part, join and fold in different ways. */
const PIECES = [
  'card',
  'Card',
  'cards',
  'pay',
  'payment',
  'café',
  'CAFE',
  'wi-fi',
  "I'm",
  '3.14',
  'foo_bar',
  'straße',
  'İ',
  '手机',
  '机',
  'น้ำ',
  'カメラ',
  '😀',
  '👨‍👩‍👧',
  'a:b',
  "o'",
  '\\',
  'צה"ל',
  ' ',
  ' ',
  ' ',
  ', ',
  '\n',
]
