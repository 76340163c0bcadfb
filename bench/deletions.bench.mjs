import { setTimeout as sleep } from 'node:timers/promises'
import { classificationRecord } from './lib/classic-records.mjs'
import { makeFeedbackWorld } from './lib/feedback-world.mjs'
import { makePlace, startServer } from './lib/server.mjs'
import { randomFrom, vocabulary } from './lib/texts.mjs'
import { shown, shownNumber, summary } from './lib/times.mjs'

const BATCH = 500
const DATASET = '/api/datasets/bench-deletions'

/**
 * Deletes half of a classic dataset by a query while answers are saved in another dataset. On SQLite an answer waits for a few hundred
 * of the deleted rows, but not for the rest and not for the search index.
 *
 * @param {import('./lib/server.mjs').BenchOptions} options
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure({ engines, postgresUrl, records }) {
  /** @type {string[][]} */
  const rows = []
  for (const engine of engines) {
    const place = await makePlace(engine, postgresUrl)
    let server = await startServer(place.env)
    await load(server, records)
    // The search index is empty, as after a restart.
    await server.stop()
    server = await startServer(place.env)
    const { call } = server
    const { datasetId } = await makeFeedbackWorld(server, 'beside')
    const items = Array.from({ length: 500 }, (_, at) => ({ fields: { text: `record ${at}` } }))
    const made = await call('POST', `/api/v1/datasets/${datasetId}/records/bulk`, { items })
    /** @type {string[]} */
    const ids = made.items.map((/** @type {{ id: string }} */ { id }) => id)
    const answer = () =>
      call('POST', `/api/v1/records/${ids.pop()}/responses`, { status: 'submitted', values: { label: { value: 'a' } } })
    // Warm-up, until the code has been compiled.
    for (let at = 0; at < 100; at += 1) await answer()

    let isDone = false
    const startedMs = performance.now()
    const deleting = call('DELETE', `${DATASET}/data`, {
      query_text: `metadata.number:[0 TO ${records / 2 - 1}]`,
    }).finally(() => {
      isDone = true
    })
    /** @type {number[]} */
    const times = []
    while (!isDone && ids.length > 0) {
      const askedMs = performance.now()
      await answer()
      times.push(performance.now() - askedMs)
      await sleep(20)
    }
    const { processed } = await deleting
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
    rows.push(
      ['delete the records that a query finds', engine, `${seconds} s, ${shownNumber(processed)} records`, ''],
      [
        '… submit one answer meanwhile',
        engine,
        `${shown(summary(times))}, at most ${Math.max(...times).toFixed(0)} ms`,
        'at most 50 ms',
      ],
    )
    await server.stop()
    await place.remove()
  }
  return { title: `Deletions, ${shownNumber(records)} records`, rows }
}

/** @param {import('./lib/server.mjs').Server} server @param {number} records */
async function load({ call }, records) {
  const random = randomFrom(3)
  const words = vocabulary(30_000)
  await call('POST', '/api/datasets', { name: 'bench-deletions', task: 'TextClassification' })
  for (let at = 0; at < records; at += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, records - at) }, (_, i) =>
      classificationRecord(at + i, words, random),
    )
    await call('POST', `${DATASET}/TextClassification:bulk`, { records: batch })
  }
}
