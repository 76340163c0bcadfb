import { setTimeout as sleep } from 'node:timers/promises'
import { classificationRecord } from './lib/classic-records.mjs'
import { makePlace, startServer } from './lib/server.mjs'
import { randomFrom, vocabulary } from './lib/texts.mjs'
import { shownNumber } from './lib/times.mjs'

const BATCH = 500
const RULES = 20
const DATASET = '/api/datasets/bench-labels'
const OTHER = '/api/datasets/bench-other'
const SUGGESTIONS = `${DATASET}/TextClassification/labeling/suggestions`

/**
 * Actions that change very many classic records: applying rules as suggestions, and changing labels. With each, the longest response time
 * of other requests meanwhile: a read, a write to another dataset, and a write to the same dataset.
 *
 * @param {import('./lib/server.mjs').BenchOptions} options
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure({ engines, postgresUrl, records }) {
  /** @type {string[][]} */
  const rows = []
  for (const engine of engines) {
    const place = await makePlace(engine, postgresUrl)
    const server = await startServer(place.env)
    await load(server, records)
    rows.push(...(await suggestions(server, engine)), ...(await labels(server, engine)))
    await server.stop()
    await place.remove()
  }
  return { title: `Rules and labels, ${shownNumber(records)} records`, rows }
}

/** @param {import('./lib/server.mjs').Server} server @param {number} records */
async function load({ call }, records) {
  const random = randomFrom(3)
  const words = vocabulary(30_000)
  for (const name of ['bench-labels', 'bench-other'])
    await call('POST', '/api/datasets', { name, task: 'TextClassification' })
  for (let at = 0; at < records; at += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, records - at) }, (_, i) => ({
      ...classificationRecord(at + i, words, random),
      ...((at + i) % 4 > 0 && { prediction: null }),
    }))
    await call('POST', `${DATASET}/TextClassification:bulk`, { records: batch })
  }
  const names = [...Array.from({ length: 10 }, (_, at) => `label-${at}`), 'other']
  await call('PUT', `${DATASET}/TextClassification/settings`, { label_schema: { labels: names } })
  // Common words, so that nearly every record matches a few rules.
  for (let at = 0; at < RULES; at += 1)
    await call('POST', `${DATASET}/TextClassification/labeling/rules`, {
      query: at % 3 ? `${words[at * 3 + 6]} OR ${words[at * 5 + 9]}` : `${words[at + 4]} AND ${words[at + 8]}`,
      label: `label-${at % 10}`,
    })
  await call('POST', `${DATASET}/TextClassification:search`, {})
}

/** @param {import('./lib/server.mjs').Server} server @param {string} engine */
async function suggestions({ call }, engine) {
  /** @type {string[][]} */
  const rows = []
  const measured = measuring(call, engine, rows)
  await measured('what 20 rules would suggest', () => call('GET', SUGGESTIONS))
  const apply = (/** @type {string} */ method) =>
    call('POST', SUGGESTIONS, { method, replace: true }).then(
      ({ suggested }) => `${shownNumber(suggested)} suggestions`,
    )
  await measured('apply 20 rules by majority', () => apply('majority'), '≤ 30 s')
  await measured('the same again: nothing changes', () => apply('majority'))
  await measured('apply them by Dawid–Skene', () => apply('dawid_skene'), '≤ 30 s')
  await measured('remove the suggestions', async () => {
    const { removed } = await call('DELETE', SUGGESTIONS)
    return `${shownNumber(removed)} removed`
  })
  return rows
}

/** @param {import('./lib/server.mjs').Server} server @param {string} engine */
async function labels({ call }, engine) {
  /** @type {string[][]} */
  const rows = []
  const measured = measuring(call, engine, rows)
  const rename = { kind: 'rename', value: 'label-1', to: 'label-one' }
  const merge = { kind: 'merge', value: 'label-2', into: 'label-3' }
  for (const change of [rename, merge]) {
    await measured(`what it touches to ${change.kind} a label`, async () => {
      const touched = await call('POST', `${DATASET}/labels:preview`, change)
      return `${shownNumber(touched.records)} records`
    })
    const { id } = await measured(`${change.kind} it, until all records follow`, async () => {
      const made = await call('POST', `${DATASET}/labels:change`, change)
      await whole()
      return made
    })
    await measured(`undo that`, async () => {
      await call('POST', `${DATASET}/labels:undo`, { id })
      await whole()
    })
  }
  return rows

  async function whole() {
    for (;;) {
      const { items } = await call('GET', `${DATASET}/labels/changes`)
      if (!['running', 'undoing'].includes(items[0].state)) return
      await sleep(200)
    }
  }
}

/**
 * Measure a piece of work, and the response times of other requests meanwhile.
 *
 * @param {import('./lib/server.mjs').Server['call']} call
 * @param {string} engine
 * @param {string[][]} rows
 */
function measuring(call, engine, rows) {
  const record = (/** @type {number} */ id) => ({ records: [{ id, inputs: { text: 'another record' } }] })
  const others = {
    asking: () => call('GET', '/api/_info'),
    'writing elsewhere': () => call('POST', `${OTHER}/TextClassification:bulk`, record(1)),
    'writing a record of it': () => call('POST', `${DATASET}/TextClassification:bulk`, record(1_000_000_000)),
  }
  return async (/** @type {string} */ name, /** @type {() => Promise<any>} */ work, goal = '') => {
    let isDone = false
    const started = performance.now()
    const working = work().finally(() => {
      isDone = true
    })
    const slowest = await Promise.all(
      Object.entries(others).map(async ([other, ask]) => {
        /** @type {number[]} */
        const times = []
        while (!isDone) {
          const askedMs = performance.now()
          await ask()
          times.push(performance.now() - askedMs)
          // Continuous requests would slow down what is measured.
          await sleep(20)
        }
        times.sort((one, two) => one - two)
        const at = (/** @type {number} */ part) => (times[Math.floor((times.length - 1) * part)] ?? 0).toFixed(0)
        return `${other} p99 ${at(0.99)}, at most ${at(1)} ms`
      }),
    )
    const made = await working
    const took = ((performance.now() - started) / 1000).toFixed(1)
    rows.push([
      name,
      engine,
      `${took} s${typeof made === 'string' ? ` (${made})` : ''}; others: ${slowest.join('; ')}`,
      goal,
    ])
    console.log(rows.at(-1)?.join(' | '))
    return made
  }
}
