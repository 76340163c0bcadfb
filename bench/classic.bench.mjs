import { setTimeout as sleep } from 'node:timers/promises'
import { classificationRecord, tokenRecord } from './lib/classic-records.mjs'
import { makePlace, startServer } from './lib/server.mjs'
import { randomFrom, vocabulary } from './lib/texts.mjs'
import { measureMany, shown } from './lib/times.mjs'

const BATCH = 500
const RULES = 100
const TEXT = '/api/datasets/bench-text'
const TOKEN = '/api/datasets/bench-token'
/** @type {Record<string, string>} */
const BULK_GOALS = { sqlite: '≥ 4,000 records/s' }
/** How often something is measured: less often where it takes longer. @param {number} times @param {number} records */
function fewer(times, records) {
  return records > 100_000 ? Math.ceil(times / 5) : times
}
/** Goals for searches with every facet, in milliseconds, by the number of records. @param {number} records */
function goalsFor(records) {
  if (records <= 10_000) return { queried: 'p50 ≤ 10 ms', warm: 'p50 ≤ 30 ms' }
  if (records <= 100_000)
    return { queried: 'p50 ≤ 60 ms', warm: 'p50 ≤ 30 ms', patterns: 'p50 ≤ 200 ms', rules: '≤ 1 s' }
  return { queried: 'p50 ≤ 500 ms', warm: 'p50 ≤ 100 ms' }
}

/**
 * The classic tasks on both engines: logging, searching with all facets, metrics of labelling rules. With BENCH_KEEP=folder the store is
 * kept there, and the next run logs only the missing records: a million take minutes.
 *
 * @param {import('./lib/server.mjs').BenchOptions} options
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure({ engines, postgresUrl, records }) {
  /** @type {string[][]} */
  const rows = []
  for (const engine of engines) {
    const folder = process.env.BENCH_KEEP
    const kept = folder ? { folder, name: `classic_${engine}_${records}` } : undefined
    const place = await makePlace(engine, postgresUrl, kept)
    let server = await startServer(place.env)
    rows.push(...(await loading(server, engine, records)))
    rows.push(['… until all of them are prepared for searches', engine, await preparing(server)])
    rows.push(['memory after logging', engine, `${Math.round(server.memoryMb())} MB`])
    await server.stop()
    // The following starts with nothing in memory, as after a restart.
    server = await startServer(place.env)
    rows.push(...(await searching(server, engine, records)))
    rows.push(...(await rules(server, engine, records)))
    rows.push(...(await tokens(server, engine)))
    rows.push(['memory with both datasets searched', engine, `${Math.round(server.memoryMb())} MB`, '≤ 300 MB'])
    rows.push(['… of it without mapped pages of files', engine, `${Math.round(server.memoryMb('RssAnon'))} MB`])
    rows.push(['… at most, since the start', engine, `${Math.round(server.memoryMb('VmHWM'))} MB`])
    await server.stop()
    await place.remove()
  }
  return { title: `Classic tasks, ${records.toLocaleString('en')} records`, rows }
}

/** @param {import('./lib/server.mjs').Server} server @param {string} engine @param {number} records */
async function loading({ call }, engine, records) {
  const words = vocabulary(30_000)
  const tokenRecords = Math.min(20_000, Math.round(records / 5))
  const texts = await load('TextClassification', TEXT, records, classificationRecord)
  const tokens = await load('TokenClassification', TOKEN, tokenRecords, tokenRecord)
  return [
    [
      `log ${records.toLocaleString('en')} text classification records, ${BATCH} a call`,
      engine,
      texts,
      BULK_GOALS[engine] ?? '',
    ],
    [`log ${tokenRecords.toLocaleString('en')} token classification records, ${BATCH} a call`, engine, tokens],
  ]

  /** @param {string} task @param {string} path @param {number} count @param {typeof classificationRecord | typeof tokenRecord} make */
  async function load(task, path, count, make) {
    const known = await call('GET', '/api/datasets')
    const name = path.split('/').at(-1)
    const isKnown = known.some((/** @type {{ name: string }} */ dataset) => dataset.name === name)
    if (!isKnown) await call('POST', '/api/datasets', { name, task })
    const first = isKnown ? (await call('POST', `${path}/${task}:search?limit=0`, {})).total : 0
    let ms = 0
    for (let at = first; at < count; at += BATCH) {
      const random = randomFrom(at + 3)
      const batch = Array.from({ length: Math.min(BATCH, count - at) }, (_, i) => make(at + i, words, random))
      const started = performance.now()
      await call('POST', `${path}/${task}:bulk`, { records: batch })
      ms += performance.now() - started
    }
    if (first >= count) return 'logged before'
    return `${(ms / 1000).toFixed(1)} s, ${Math.round((count - first) / (ms / 1000)).toLocaleString('en')} records/s`
  }
}

/** @type {[name: string, patternOf: (word: string) => string][]} */
const PATTERNS = [
  ['wildcards on both sides', (word) => `*${word.slice(1, 5)}*`],
  ['a fuzzy word', (word) => `${word}~`],
  ['a regular expression', (word) => `/${word.slice(0, 3)}[a-m]+.*/`],
]

/** Wait for the work in the background. @param {import('./lib/server.mjs').Server} server */
async function preparing({ call }) {
  const started = performance.now()
  for (;;) {
    const { items } = await call('GET', '/api/v1/jobs')
    const open = items.filter(
      (/** @type {{ state: string }} */ { state }) => state === 'waiting' || state === 'running',
    )
    if (open.length === 0) return `${((performance.now() - started) / 1000).toFixed(1)} s`
    await sleep(500)
  }
}

/** @param {import('./lib/server.mjs').Server} server @param {string} engine @param {number} records */
async function searching(server, engine, records) {
  const { call } = server
  const words = vocabulary(30_000)
  const search = (/** @type {object} */ body, query = '') =>
    call('POST', `${TEXT}/TextClassification:search${query}`, body)
  let slowest = 0
  const cold = await measureMany(1, async () => {
    slowest = await slowestAnswerDuring(call, async () => {
      const { total } = await search({})
      if (total !== records) throw new Error(`Found ${total} of ${records} records.`)
    })
  })
  const warm = await measureMany(fewer(100, records), () => search({}))
  // Each query is sent once, so that nothing is cached: common and rare words, pairs, phrases, filters.
  const kinds = [
    (/** @type {string} */ one, /** @type {string} */ other) => ({ query_text: `${one} OR ${other}` }),
    (/** @type {string} */ one, /** @type {string} */ other) => ({ query_text: `${one} AND ${other}` }),
    (/** @type {string} */ one) => ({ query_text: `NOT ${one}` }),
    (/** @type {string} */ one) => ({ query_text: `${one}*`, status: ['Default'] }),
  ]
  const random = randomFrom(11)
  const pick = () => words[Math.floor(words.length ** random())] ?? ''
  const queried = await measureMany(fewer(200, records), (at) => {
    const kind = kinds[at % kinds.length] ?? (() => ({}))
    return search({ query: kind(pick(), pick()) })
  })
  const patternRows = []
  for (const [name, patternOf] of PATTERNS) {
    const took = await measureMany(fewer(20, records), () => search({ query: { query_text: patternOf(pick()) } }))
    patternRows.push([`search with every facet, ${name}`, engine, shown(took), goalsFor(records).patterns ?? ''])
  }
  const sorted = await measureMany(fewer(20, records), (at) =>
    search(
      { query: { query_text: pick() }, sort: [{ id: 'metadata.number', order: at % 2 ? 'desc' : 'asc' }] },
      '?from=9000',
    ),
  )
  const annotating = await measureMany(fewer(30, records), async (at) => {
    await call('POST', `${TEXT}/TextClassification:bulk`, { records: [classificationRecord(at, words, random)] })
    await search({})
  })
  return [
    ['first search after a start, with every facet', engine, shown(cold), '≤ 1 s'],
    ['slowest other answer meanwhile', engine, `${slowest.toFixed(1)} ms`],
    ['search with every facet, no query', engine, shown(warm), goalsFor(records).warm],
    ['search with every facet, a new text query each time', engine, shown(queried), goalsFor(records).queried],
    ...patternRows,
    ['page 9,000 of a sorted search', engine, shown(sorted)],
    ['log one record, then search with every facet', engine, shown(annotating)],
  ]
}

/** @param {import('./lib/server.mjs').Server} server @param {string} engine @param {number} records */
async function rules({ call }, engine, records) {
  const words = vocabulary(30_000)
  const base = `${TEXT}/TextClassification/labeling/rules`
  const known = await call('GET', base)
  for (let at = known.length; at < RULES; at += 1)
    await call('POST', base, { query: ruleQuery(words, at), label: `label-${at % 10}` })
  const random = randomFrom(5)
  const overall = await measureMany(fewer(5, records), async (at) => {
    // A changed record invalidates the server's counts.
    await call('POST', `${TEXT}/TextClassification:bulk`, { records: [classificationRecord(at, words, random)] })
    await call('GET', `${base}/metrics`)
  })
  const single = await measureMany(fewer(50, records), (at) =>
    call('GET', `${base}/${encodeURIComponent(`${words[200 + at]} OR ${words[400 + at]}`)}/metrics?label=label-1`),
  )
  await call('POST', `${TEXT}/TextClassification:bulk`, { records: [classificationRecord(9, words, random)] })
  const delay = await slowestAnswerDuring(call, () => call('GET', `${base}/metrics`))
  return [
    [`metrics of ${RULES} rules together, nothing remembered`, engine, shown(overall), goalsFor(records).rules ?? ''],
    ['metrics of one rule', engine, shown(single)],
    [`slowest other answer while ${RULES} rules are counted`, engine, `${delay.toFixed(1)} ms`, 'off the HTTP thread'],
  ]
}

/** @param {string[]} words @param {number} at */
function ruleQuery(words, at) {
  const [one, other, third] = [words[at * 7 + 3], words[at * 31 + 5], words[at * 101 + 11]]
  return [
    `${one} AND ${other}`,
    `${one} OR ${other}`,
    `"${one} ${other}"`,
    `${third?.slice(0, 4)}*`,
    `(${one} OR ${third}) AND NOT ${other}`,
  ][at % 5]
}

/**
 * The longest response time of other requests while some work is done.
 *
 * @param {import('./lib/server.mjs').Server['call']} call
 * @param {() => Promise<unknown>} work
 */
async function slowestAnswerDuring(call, work) {
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  let slowest = 0
  while (!isDone) {
    const started = performance.now()
    await call('GET', '/api/_info')
    slowest = Math.max(slowest, performance.now() - started)
    // Continuous requests would slow down what is measured.
    await sleep(10)
  }
  await working
  return slowest
}

/** @param {import('./lib/server.mjs').Server} server @param {string} engine */
async function tokens({ call }, engine) {
  const words = vocabulary(30_000)
  const search = (/** @type {object} */ body) => call('POST', `${TOKEN}/TokenClassification:search`, body)
  const cold = await measureMany(1, () => search({}))
  const warm = await measureMany(50, () => search({}))
  const queried = await measureMany(100, (at) => search({ query: { query_text: `${words[at]} OR ${words[at * 5]}` } }))
  const f1 = await measureMany(10, (at) =>
    call('POST', `${TOKEN}/TokenClassification/metrics/F1:summary`, { query_text: `NOT ${words[at + 50]}` }),
  )
  return [
    ['token classification: first search', engine, shown(cold)],
    ['token classification: search with every facet, no query', engine, shown(warm)],
    ['token classification: search with every facet, a new text query each time', engine, shown(queried)],
    ['token classification: F1 under a text query', engine, shown(f1)],
  ]
}
