import { setTimeout as sleep } from 'node:timers/promises'
import { classificationRecord } from './lib/classic-records.mjs'
import { makePlace, startServer } from './lib/server.mjs'
import { randomFrom, vocabulary } from './lib/texts.mjs'
import { shownNumber } from './lib/times.mjs'

/** Needs a second checkout; therefore only run when asked for. */
export const isOnRequest = true
const BATCH = 500
const DATASET = '/api/datasets/old'
/** Pause between two searches: time for the reader to look at the result. */
const PAUSE_MS = 3000

/**
 * The first start of this version on the store of an earlier one without segments (BENCH_OTHER, the folder of a built checkout): how long the
 * migration takes, and what a search waits for while segments of a classic dataset are built.
 *
 * @param {import('./lib/server.mjs').BenchOptions} options
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure({ engines, postgresUrl, records }) {
  const folder = process.env.BENCH_OTHER
  if (!folder) throw new Error('BENCH_OTHER is not set: the folder of a built checkout of an earlier version.')
  /** @type {string[][]} */
  const rows = []
  for (const engine of engines) {
    const place = await makePlace(engine, postgresUrl)
    const words = vocabulary(30_000)
    const before = await startServer(place.env, [], folder)
    await load(before, records, words)
    await before.stop()
    const server = await startServer(place.env)
    const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`
    const startedMs = performance.now()
    /** @type {number[]} */
    const searches = []
    for (let at = 0; searches.length === 0 || (await isSealing(server)); at += 1) {
      const askedMs = performance.now()
      await server.call('POST', `${DATASET}/TextClassification:search?limit=10`, {
        query: { query_text: words[300 + at] },
      })
      searches.push(performance.now() - askedMs)
      await sleep(PAUSE_MS)
    }
    rows.push(
      ['first start on the store of an earlier version', engine, seconds(server.readyMs), ''],
      ['… until all classic records are prepared for searches', engine, seconds(performance.now() - startedMs), ''],
      ['… searches meanwhile, one after the other', engine, searches.map(seconds).join(', '), ''],
      ['… memory meanwhile, at most', engine, `${Math.round(server.memoryMb('VmHWM'))} MB`, ''],
    )
    await server.stop()
    await place.remove()
  }
  return { title: `Migration of an earlier version, ${shownNumber(records)} classic records`, rows }
}

/** @param {import('./lib/server.mjs').Server} server @param {number} records @param {string[]} words */
async function load({ call }, records, words) {
  const random = randomFrom(3)
  await call('POST', '/api/datasets', { name: 'old', task: 'TextClassification' })
  for (let at = 0; at < records; at += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, records - at) }, (_, i) =>
      classificationRecord(at + i, words, random),
    )
    await call('POST', `${DATASET}/TextClassification:bulk`, { records: batch })
  }
}

/** Whether segments are being built. @param {import('./lib/server.mjs').Server} server */
async function isSealing({ call }) {
  const { items } = await call('GET', '/api/v1/jobs')
  return items.some(
    (/** @type {{ kind: string, state: string }} */ { kind, state }) =>
      kind === 'seal_records' && (state === 'waiting' || state === 'running'),
  )
}
