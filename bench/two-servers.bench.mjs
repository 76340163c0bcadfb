import { setTimeout as sleep } from 'node:timers/promises'
import { classificationRecord } from './lib/classic-records.mjs'
import { copyRecords } from './lib/copy-records.mjs'
import { configureSearchDataset } from './lib/search-world.mjs'
import { makePlace, startServer } from './lib/server.mjs'
import { randomFrom, vocabulary } from './lib/texts.mjs'
import { measureMany, shown, shownNumber } from './lib/times.mjs'

const FEW = 10_000
const BATCH = 500
const TIMES = 50
const CLASSIC = '/api/datasets/classic'

/** @typedef {import('./lib/server.mjs').Server} Server */

/**
 * Two servers on one PostgreSQL with few and with many records of both families: what is written on one is in the next search of the other, and neither the
 * start nor the memory grows with the datasets.
 *
 * @param {import('./lib/server.mjs').BenchOptions} options
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure({ engines, postgresUrl, records }) {
  /** @type {string[][]} */
  const rows = []
  if (!engines.includes('postgres')) return { title: 'Two servers', rows }
  for (const size of [FEW, records]) {
    const place = await makePlace('postgres', postgresUrl)
    const datasetId = await load(place.env, size)
    const servers = [await startServer(place.env), await startServer(place.env)]
    const [one, other] = servers
    if (!one || !other) throw new Error('There are no two servers.')
    const add = (/** @type {string} */ what, /** @type {string} */ measured) => {
      rows.push([`${what}, ${shownNumber(size)} records in each of two datasets`, 'postgres', measured, ''])
      console.log(rows.at(-1)?.join(' | '))
    }
    add('ready after the process starts', servers.map(({ readyMs }) => `${Math.round(readyMs)} ms`).join(' and '))
    await sleep(2000)
    add('idle memory', memoryOf(servers))
    add('a feedback record written on one, then searched on the other', await inTurns(one, other, feedback(datasetId)))
    add('a classic record written on one, then searched on the other', await inTurns(one, other, classic))
    add('memory after it', memoryOf(servers))
    for (const server of servers) await server.stop()
    await place.remove()
  }
  return { title: 'Two servers', rows }
}

/** @param {Server[]} servers */
function memoryOf(servers) {
  return servers.map((server) => `${Math.round(server.memoryMb())} MB`).join(' and ')
}

/**
 * Write on either server in turns and search on the other, which has to find it at once. Returns how long write and search take together.
 *
 * @param {Server} one @param {Server} other
 * @param {{ write: (server: Server, word: string) => Promise<unknown>, count: (server: Server, word: string) => Promise<number> }} family
 */
async function inTurns(one, other, { write, count }) {
  let first = 0
  const took = await measureMany(TIMES, async (at) => {
    const [from, to] = at % 2 === 0 ? [one, other] : [other, one]
    const word = `written${at}`
    const startedMs = performance.now()
    await write(from, word)
    const found = await count(to, word)
    if (found !== 1) throw new Error(`The other server finds ${found} records with the word ${word}.`)
    if (at === 0) first = performance.now() - startedMs
  })
  return `${shown(took)}; the first ${Math.round(first)} ms; ${TIMES} of ${TIMES} found`
}

/** @param {string} datasetId */
function feedback(datasetId) {
  const path = `/api/v1/datasets/${datasetId}/records`
  return {
    write: (/** @type {Server} */ { call }, /** @type {string} */ word) =>
      call('POST', `${path}/bulk`, { items: [{ fields: { text: `a text with ${word}` } }] }),
    count: async (/** @type {Server} */ { call }, /** @type {string} */ word) =>
      (await call('POST', `${path}/search?limit=10`, { query: { text: { q: word } } })).total,
  }
}

/** @type {ReturnType<typeof feedback>} */
const classic = {
  write: ({ call }, word) =>
    call('POST', `${CLASSIC}/TextClassification:bulk`, {
      records: [{ id: word, inputs: { text: `a text with ${word}` } }],
    }),
  count: async ({ call }, word) =>
    (await call('POST', `${CLASSIC}/TextClassification:search?limit=10`, { query: { query_text: word } })).total,
}

/** @param {Record<string, string>} env @param {number} records */
async function load(env, records) {
  const server = await startServer(env)
  const { datasetId, questionId } = await configureSearchDataset(server)
  await feedback(datasetId).write(server, 'first')
  await server.call('POST', '/api/datasets', { name: 'classic', task: 'TextClassification' })
  const words = vocabulary(30_000)
  const random = randomFrom(1)
  for (let at = 0; at < records; at += BATCH) {
    const some = Array.from({ length: BATCH }, (_, i) => classificationRecord(at + i, words, random))
    await server.call('POST', `${CLASSIC}/TextClassification:bulk`, { records: some })
  }
  // Until the classic records are in segments.
  const isOpen = (/** @type {{ state: string }} */ { state }) => state === 'waiting' || state === 'running'
  while ((await server.call('GET', '/api/v1/jobs')).items.some(isOpen)) await sleep(500)
  await server.stop()
  await copyRecords(env.POSTIL_DATABASE_URL ?? '', { datasetId, questionId, records, words }, 'text')
  return datasetId
}
