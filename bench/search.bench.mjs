import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBare } from './lib/bare.mjs'
import { openBareVectors } from './lib/bare-vectors.mjs'
import { queriesOf } from './lib/search-queries.mjs'
import { LABELS, openWorld } from './lib/search-world.mjs'
import { randomFrom } from './lib/texts.mjs'
import { measureInTurns, shown, shownNumber, summary, warmUp } from './lib/times.mjs'

const TIMES = 30

/**
 * Searching records: words, phrases, filters, counts and similar texts, each over HTTP and in the engine alone; answers during searches.
 *
 * @param {import('./lib/server.mjs').BenchOptions} options
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure({ engines, postgresUrl, records }) {
  /** @type {string[][]} */
  const rows = []
  /** Print each row at once: with a million records the whole run takes long. @param {string[]} row */
  const add = (...row) => {
    rows.push(row)
    console.log(row.join(' | '))
  }
  for (const engine of engines) {
    const { place, server, world } = await openWorld(engine, postgresUrl, records)
    add(`load ${shownNumber(records)} records with suggestions and their words`, engine, world.loaded, '')
    add('make lexical vectors for them', engine, world.vectors, '')
    const bare = await openBare(place.env)
    // Vacuum and analyse now, as autovacuum would do a minute later.
    if (engine === 'postgres') {
      await bare.run('vacuum analyze')
      const [setting] = await bare.run('show shared_buffers')
      add('memory for pages (`shared_buffers`)', engine, String(setting?.shared_buffers), '')
    }
    await warmStore(bare, place.env)
    const nearest = await openBareVectors(bare)
    const queries = await queriesOf(bare, nearest, engine, world)
    for (const query of queries) if (isChosen(query.what)) add(...(await compare(server, engine, query)))
    add(...(await answersUnderLoad(server, world, engine)))
    await bare.close()
    await server.stop()
    await place.remove()
  }
  return { title: `Search, ${shownNumber(records)} records`, rows }
}

/** With BENCH_ROWS=text only rows whose names contain the text are measured. @param {string} what */
function isChosen(what) {
  return what.includes(process.env.BENCH_ROWS ?? '')
}

/**
 * @param {import('./lib/server.mjs').Server} server
 * @param {string} engine
 * @param {import('./lib/search-queries.mjs').Asked} asked
 */
async function compare({ call }, engine, { what, path, body, bare }) {
  const ask = () => call(body === undefined ? 'GET' : 'POST', path, body)
  const { total } = await ask()
  await warmUp(ask, bare)
  const [overHttp, alone] = await measureInTurns(TIMES, ask, bare)
  const hits = typeof total === 'number' ? `, ${shownNumber(total)} hits` : ''
  const goal = 2 + 1.5 * alone.p50
  const verdict = `≤ ${goal.toFixed(1)} ms (bare ${alone.p50.toFixed(1)} ms)${overHttp.p50 <= goal ? '' : ', missed'}`
  return [`${what}${hits}`, engine, shown(overHttp), verdict]
}

/**
 * One annotator answers while two others search and count without a pause.
 *
 * @param {import('./lib/server.mjs').Server} server
 * @param {import('./lib/search-world.mjs').World} world
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

/** PostgreSQL's codes for a missing permission to create an extension, and for an extension that is not installed. */
const CANNOT_CREATE = ['42501', '0A000', '58P01']

/**
 * Load the whole store into memory, as on a server that has run for a while, so that the disk is not measured. If PostgreSQL does not allow
 * this, a message is printed and the store is measured as it is.
 *
 * @param {import('./lib/bare.mjs').Bare} bare
 * @param {Record<string, string>} env
 */
async function warmStore(bare, { POSTIL_HOME: home }) {
  if (home === undefined) {
    try {
      await bare.run('create extension if not exists pg_prewarm')
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && CANNOT_CREATE.includes(String(cause.code)))) throw cause
      return console.warn(`the store is not brought into memory before: ${cause.message}`)
    }
    await bare.run(
      "select sum(pg_prewarm(oid)) from pg_class where relkind in ('r', 'i', 't') and relpersistence = 'p'",
    )
    return
  }
  for (const name of readdirSync(home).filter((one) => one.includes('.sqlite')))
    for await (const _ of createReadStream(join(home, name), { highWaterMark: 2 ** 20 }));
}
