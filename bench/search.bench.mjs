import { openBare } from './lib/bare.mjs'
import { makePlace, startServer } from './lib/server.mjs'
import { makeText, randomFrom, vocabulary } from './lib/texts.mjs'
import { measureMany, shown, summary } from './lib/times.mjs'

const LABELS = ['praise', 'complaint', 'question', 'other']
const BATCH = 200
const TIMES = 30

/**
 * Finding records: words, phrases, filters, counts and similar texts, each over HTTP and by the engine alone; and answers while searches run.
 *
 * @param {import('./lib/server.mjs').BenchOptions} options
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure({ engines, postgresUrl, records }) {
  /** @type {string[][]} */
  const rows = {
    /** @type {string[][]} */
    all: [],
    /** Shown as they come: a million records take their time. @param {string[]} row */
    push(row) {
      this.all.push(row)
      console.log(row.join(' | '))
    },
  }
  for (const engine of engines) {
    const place = await makePlace(engine, postgresUrl)
    const server = await startServer(place.env)
    const world = await makeWorld(server, records)
    rows.push([`load ${shownNumber(records)} records with suggestions and their words`, engine, world.loaded, ''])
    rows.push([`make lexical vectors for them`, engine, await makeVectors(server, world.datasetId), ''])
    const bare = await openBare(place.env)
    if (engine === 'postgres') await bare.run('vacuum analyze')
    for (const query of await queriesOf(bare, engine, world)) rows.push(await compare(server, bare, engine, query))
    rows.push(await answersUnderLoad(server, world, engine))
    await bare.close()
    await server.stop()
    await place.remove()
  }
  return { title: `Search, ${shownNumber(records)} records`, rows: rows.all }
}

/** @param {import('./lib/server.mjs').Server} server @param {number} records */
async function makeWorld({ call }, records) {
  const { items } = await call('GET', '/api/v1/me/workspaces')
  const { id } = await call('POST', '/api/v1/datasets', { name: 'search', workspace_id: items[0].id })
  const settings = { type: 'text' }
  await call('POST', `/api/v1/datasets/${id}/fields`, { name: 'text', title: 'Text', required: true, settings })
  const options = LABELS.map((value) => ({ value, text: value }))
  const question = await call('POST', `/api/v1/datasets/${id}/questions`, {
    name: 'label',
    title: 'Label',
    required: true,
    settings: { type: 'label_selection', options },
  })
  for (const [name, type] of [
    ['split', 'terms'],
    ['number', 'integer'],
  ])
    await call('POST', `/api/v1/datasets/${id}/metadata-properties`, { name, title: name, settings: { type } })
  await call('PUT', `/api/v1/datasets/${id}/publish`)

  const random = randomFrom(1)
  const words = vocabulary(30_000)
  let ms = 0
  let texts = ['']
  for (let at = 0; at < records; at += BATCH) {
    texts = Array.from({ length: Math.min(BATCH, records - at) }, () => makeText(words, random))
    const batch = texts.map((text, i) => ({
      fields: { text },
      metadata: { split: random() < 0.8 ? 'train' : 'test', number: at + i },
      suggestions: [{ question_id: question.id, value: LABELS[i % 4], score: random(), agent: 'model-1' }],
    }))
    const started = performance.now()
    await call('POST', `/api/v1/datasets/${id}/records/bulk`, { items: batch })
    ms += performance.now() - started
  }
  const loaded = `${(ms / 1000).toFixed(1)} s, ${shownNumber(Math.round(records / (ms / 1000)))} records/s`
  const phrase = (texts[0] ?? '').split(' ').slice(3, 5).join(' ')
  const me = await call('GET', '/api/v1/me')
  return { datasetId: id, userId: me.id, questionId: question.id, words, phrase, loaded }
}

/** @param {import('./lib/server.mjs').Server} server @param {string} datasetId */
async function makeVectors({ call }, datasetId) {
  const started = performance.now()
  await call('POST', `/api/v1/datasets/${datasetId}/vectors-settings/lexical`)
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const { total, done } = await call('GET', `/api/v1/datasets/${datasetId}/vectors-settings/lexical`)
    if (done === total) return `${((performance.now() - started) / 1000).toFixed(1)} s`
  }
}

/**
 * What is asked over HTTP, and the statements that answer it in the engine. Without statements there is nothing to compare with.
 * @typedef {{ what: string, path: string, body?: unknown, bare?: [sql: string, params: unknown[]][] }} Asked
 */

/**
 * @param {import('./lib/bare.mjs').Bare} bare
 * @param {string} engine
 * @param {Awaited<ReturnType<typeof makeWorld>>} world
 * @returns {Promise<Asked[]>}
 */
async function queriesOf(bare, engine, { datasetId, userId, questionId, words, phrase }) {
  const [field] = await bare.run('select number from text_fields')
  const number = Number(field?.number).toString(36)
  const isSqlite = engine === 'sqlite'
  const word = (/** @type {number} */ rank) => words[rank] ?? ''
  const stored = (/** @type {string} */ text) => (isSqlite ? `"${number}:${text}"` : `'${number}:${text}'`)
  const match = isSqlite
    ? '(select rowid from record_words where record_words match ?)'
    : '(select record_pk from record_words where terms @@ ?::tsquery)'
  const count = isSqlite
    ? 'select count(*) as n from record_words where record_words match ?'
    : 'select count(*) as n from record_words where terms @@ ?::tsquery'
  const page = `select r.* from records r where r.dataset_id = ? and r.id >= ? and r.pk in ${match} order by r.id limit 10`
  const search = `/api/v1/me/datasets/${datasetId}/records/search?limit=10&include=responses&include=suggestions`
  /** A text search. @param {string} what @param {string} q @param {string} asked @returns {Asked} */
  const find = (what, q, asked) => ({
    what,
    path: search,
    body: { query: { text: { q } } },
    bare: [
      [count, [asked]],
      [page, [datasetId, userId, asked]],
    ],
  })
  const [common, mid, rare] = [word(10), word(300), word(20_000)]
  const [first = '', second = ''] = phrase.split(' ')
  const train = "select record_pk from record_terms where dataset_id = ? and property = 'split' and term = 'train'"
  const narrowed = `from records r where r.dataset_id = ? and r.pk in ${match} and r.pk in (${train})`
  const numberOf = "(select max(m.num) from record_terms m where m.record_pk = r.pk and m.property = 'number')"
  const inSplit = { type: 'terms', scope: { entity: 'metadata', metadata_property: 'split' }, values: ['train'] }
  const byNumber = { scope: { entity: 'metadata', metadata_property: 'number' }, order: 'desc' }
  const hits = `with hits as materialized (select r.pk from records r where r.dataset_id = ? and r.pk in ${match})`
  const ofHits = (/** @type {string} */ select, /** @type {string} */ table) =>
    `${hits} ${select} from hits cross join ${table} t where t.record_pk = hits.pk`
  const [reference] = await bare.run('select id from records where dataset_id = ? order by inserted_at limit 1', [
    datasetId,
  ])
  const vector = { name: 'lexical', record_id: reference?.id }
  const queue = (/** @type {number} */ offset) =>
    `/api/v1/me/datasets/${datasetId}/records?limit=10&include=responses&include=suggestions&response_status=pending&offset=${offset}`
  const pending =
    'select r.* from records r where r.dataset_id = ? and r.id >= ? and not exists (select 1 from responses a where a.record_pk = r.pk and a.user_id = ?) order by r.id limit 10 offset ?'
  return [
    find('rare word', rare, stored(rare)),
    find('mid word', mid, stored(mid)),
    find('common word', common, stored(common)),
    find(
      'two words',
      `${common} ${mid}`,
      isSqlite ? `${stored(common)} AND ${stored(mid)}` : `${stored(common)} & ${stored(mid)}`,
    ),
    {
      ...find(
        'phrase',
        `"${phrase}"`,
        isSqlite ? `"${number}:${first} ${number}:${second}"` : `${stored(first)} & ${stored(second)}`,
      ),
    },
    find('prefix', `${mid.slice(0, 4)}*`, isSqlite ? `${stored(mid.slice(0, 4))} *` : `${stored(mid.slice(0, 4))}:*`),
    {
      what: 'mid word + filter + sort',
      path: search,
      body: { query: { text: { q: mid } }, filters: { and: [inSplit] }, sort: [byNumber] },
      bare: [
        [`select r.* ${narrowed} order by ${numberOf} desc limit 10`, [datasetId, stored(mid), datasetId]],
        [`select count(*) as n ${narrowed}`, [datasetId, stored(mid), datasetId]],
      ],
    },
    {
      what: 'all facets, mid word',
      path: search.replace('/search?', '/facets?'),
      body: { query: { text: { q: mid } } },
      bare: [
        [
          `${ofHits('select t.term, count(*)', 'record_terms')} and t.property = 'split' group by t.term`,
          [datasetId, stored(mid)],
        ],
        [
          ofHits('select t.question_id, t.kind, t.term, count(*)', 'answer_terms') +
            ' group by t.question_id, t.kind, t.term',
          [datasetId, stored(mid)],
        ],
        [`${ofHits('select t.agent, count(*)', 'suggestions')} group by t.agent`, [datasetId, stored(mid)]],
      ],
    },
    {
      what: 'all facets, no search',
      path: search.replace('/search?', '/facets?'),
      body: {},
      bare: [
        [
          "select term, count(*) from record_terms where dataset_id = ? and property = 'split' group by term",
          [datasetId],
        ],
        [
          "select num, count(*) from record_terms where dataset_id = ? and property = 'number' group by num",
          [datasetId],
        ],
        [
          "select term, count(*) from answer_terms where dataset_id = ? and kind = 'suggestion' and question_id = ? group by term",
          [datasetId, questionId],
        ],
        [
          "select num, count(*) from answer_terms where dataset_id = ? and kind = 'score' and question_id = ? group by num",
          [datasetId, questionId],
        ],
        [
          'select agent, count(*) from suggestions where dataset_id = ? and question_id = ? group by agent',
          [datasetId, questionId],
        ],
      ],
    },
    {
      what: 'similar to a record, 50 nearest',
      path: search.replace('limit=10', 'limit=50'),
      body: { query: { vector } },
    },
    {
      what: 'similar to a record + mid word + filter',
      path: search.replace('limit=10', 'limit=50'),
      body: { query: { vector, text: { q: mid } }, filters: { and: [inSplit] } },
    },
    {
      what: 'similar to a record + filter of four fifths',
      path: search.replace('limit=10', 'limit=50'),
      body: { query: { vector }, filters: { and: [inSplit] } },
    },
    ...[0, 9990].map((offset) => ({
      what: `my pending page of 10, offset ${shownNumber(offset)}`,
      path: queue(offset),
      bare: /** @type {[string, unknown[]][]} */ ([[pending, [datasetId, userId, userId, offset]]]),
    })),
  ]
}

/**
 * @param {import('./lib/server.mjs').Server} server
 * @param {import('./lib/bare.mjs').Bare} bare
 * @param {string} engine
 * @param {Asked} asked
 */
async function compare({ call }, bare, engine, { what, path, body, bare: statements = [] }) {
  const ask = () => call(body === undefined ? 'GET' : 'POST', path, body)
  const { total } = await ask()
  const overHttp = await measureMany(TIMES, ask)
  const hits = typeof total === 'number' ? `, ${shownNumber(total)} hits` : ''
  if (statements.length === 0) return [`${what}${hits}`, engine, shown(overHttp), '']
  const alone = await measureMany(TIMES, async () => {
    for (const [sql, params] of statements) await bare.run(sql, params)
  })
  const goal = 2 + 1.5 * alone.p50
  const verdict = `≤ ${goal.toFixed(1)} ms (bare ${alone.p50.toFixed(1)} ms)${overHttp.p50 <= goal ? '' : ', missed'}`
  return [`${what}${hits}`, engine, shown(overHttp), verdict]
}

/**
 * One annotator answers while two others search and count without a pause.
 *
 * @param {import('./lib/server.mjs').Server} server
 * @param {Awaited<ReturnType<typeof makeWorld>>} world
 * @param {string} engine
 */
async function answersUnderLoad({ call }, { datasetId, words }, engine) {
  const me = `/api/v1/me/datasets/${datasetId}/records`
  const { items } = await call('GET', `${me}?limit=300&response_status=pending`)
  let isOver = false
  let searches = 0
  const searcher = async (/** @type {number} */ seed) => {
    const random = randomFrom(seed)
    while (!isOver) {
      const text = { q: words[Math.floor(words.length ** random()) - 1] ?? words[0] }
      await call('POST', `${me}/search?limit=50`, { query: { text } })
      await call('POST', `${me}/facets`, { query: { text } })
      await call('POST', `${me}/search?limit=50`, { query: { vector: { name: 'lexical', record_id: items[0].id } } })
      searches += 3
    }
  }
  const searching = [searcher(1), searcher(2)]
  const took = []
  for (const [at, item] of items.entries()) {
    const started = performance.now()
    const values = { label: { value: LABELS[at % 4] } }
    await call('POST', `/api/v1/records/${item.id}/responses`, { status: 'submitted', values })
    took.push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  isOver = true
  await Promise.all(searching)
  return [
    `submit one answer while two clients search (${shownNumber(searches)} searches)`,
    engine,
    shown(summary(took)),
    'p99 ≤ 50 ms',
  ]
}

/** @param {number} number */
function shownNumber(number) {
  return number.toLocaleString('en')
}
