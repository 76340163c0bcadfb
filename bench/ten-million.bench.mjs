import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBare } from './lib/bare.mjs'
import { copyRecords } from './lib/copy-records.mjs'
import { queriesOf } from './lib/search-queries.mjs'
import { configureSearchDataset } from './lib/search-world.mjs'
import { makePlace, startServer } from './lib/server.mjs'
import { vocabulary } from './lib/texts.mjs'
import { measureMany, shown, shownNumber } from './lib/times.mjs'

/** Only run when named on the command line: loading takes most of an hour and 40 GB. */
export const isOnRequest = true
const RECORDS = Number(process.env.BENCH_TEN_MILLION ?? 10_000_000)
/** Length of the vectors: longer ones of ten million records exceed the 4 GiB that the server can search. */
const DIMENSIONS = 64
/** Maximum number of repetitions of a search, and maximum time for them. */
const TIMES = 30
const MOST_MS = 60_000

/**
 * The searches of `search.bench.mjs` over ten million records on PostgreSQL. The records are inserted by COPY.
 * With BENCH_KEEP=folder the store is reused by the next run.
 *
 * @param {import('./lib/server.mjs').BenchOptions} options
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure({ postgresUrl }) {
  /** @type {string[][]} */
  const rows = []
  const add = (/** @type {string[]} */ ...row) => {
    rows.push(row)
    console.log(row.join(' | '))
  }
  const folder = process.env.BENCH_KEEP
  const name = `copied_${RECORDS}`
  const place = await makePlace('postgres', postgresUrl, folder ? { folder, name } : undefined)
  const file = join(folder ?? '', `${name}.json`)
  const world = folder && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : await makeWorld(place.env)
  if (folder) writeFileSync(file, JSON.stringify(world))
  add(`load ${shownNumber(RECORDS)} records with suggestions and their words`, 'postgres', world.loaded, '')
  const bare = await openBare(place.env)
  if (!world.isAnalyzed) await bare.run('vacuum analyze')
  if (folder) writeFileSync(file, JSON.stringify({ ...world, isAnalyzed: true }))
  const [size] = await bare.run('select pg_size_pretty(pg_database_size(current_database())) as size')
  const [setting] = await bare.run('show shared_buffers')
  add(
    'size of the store, memory for pages (`shared_buffers`)',
    'postgres',
    `${size?.size}, ${setting?.shared_buffers}`,
    '',
  )
  const server = await startServer({ ...place.env, POSTIL_DATABASE_STATEMENT_TIMEOUT: '600' })
  add('ready after the process starts', 'postgres', `${Math.round(server.readyMs)} ms`, '')
  // The engine alone is not measured here, so its vectors are never asked.
  const vectors = { vectorOf: () => new Float32Array(), nearest: () => [] }
  for (const { what, path, body } of await queriesOf(bare, vectors, 'postgres', world)) {
    if (!what.includes(process.env.BENCH_ROWS ?? '')) continue
    const ask = () => server.call(body === undefined ? 'GET' : 'POST', path, body)
    const startedMs = performance.now()
    const { total } = await ask()
    const firstMs = performance.now() - startedMs
    await ask()
    const times = Math.max(1, Math.min(TIMES, Math.floor(MOST_MS / firstMs)))
    const hits = typeof total === 'number' ? `, ${shownNumber(total)} hits` : ''
    add(`${what}${hits}`, 'postgres', `${shown(await measureMany(times, ask))}; the first ${firstMs.toFixed(0)} ms`, '')
  }
  add('memory of the server after it', 'postgres', `${Math.round(server.memoryMb())} MB`, '')
  await server.stop()
  await bare.close()
  await place.remove()
  return { title: `Search, ${shownNumber(RECORDS)} records, words of 20–39 a text`, rows }
}

/** @param {Record<string, string>} env */
async function makeWorld(env) {
  const server = await startServer(env)
  const { datasetId, questionId } = await configureSearchDataset(server)
  // The first record assigns the field its number in the word index.
  await server.call('POST', `/api/v1/datasets/${datasetId}/records/bulk`, { items: [{ fields: { text: 'one' } }] })
  const { id: vectorId } = await server.call('POST', `/api/v1/datasets/${datasetId}/vectors-settings`, {
    name: 'lexical',
    title: 'Vector',
    dimensions: DIMENSIONS,
  })
  const { id: userId } = await server.call('GET', '/api/v1/me')
  await server.stop()
  const words = vocabulary(30_000)
  const url = env.POSTIL_DATABASE_URL ?? ''
  const vector = { id: vectorId, dimensions: DIMENSIONS }
  const loaded = await copyRecords(url, { datasetId, questionId, vector, records: RECORDS, words }, 'text')
  // Two frequent words, which are adjacent in some texts.
  return { datasetId, questionId, userId, words, phrase: `${words[300]} ${words[10]}`, loaded, vectors: '' }
}
