import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFeedbackWorld } from './lib/feedback-world.mjs'
import { makePlace, startServer } from './lib/server.mjs'
import { shown, summary } from './lib/times.mjs'

const IMPORTS = 30
/** Milliseconds between two answers. */
const PAUSE = 20
/** An import of 5 MB. */
const OF_5_MB = { imports: IMPORTS, records: 200, recordBytes: 25_000 }

/**
 * Response times of answers during many concurrent large imports, on both engines and in both families.
 *
 * @param {import('./lib/server.mjs').BenchOptions} options
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure({ engines, postgresUrl }) {
  /** @type {string[][]} */
  const rows = []
  for (const engine of engines) {
    const place = await makePlace(engine, postgresUrl)
    const server = await startServer(place.env)
    const { datasetId, recordId, workspace } = await makeFeedbackWorld(server, 'imports')
    await server.call('POST', '/api/datasets', { name: 'classic', task: 'Text2Text', workspace })
    const records = `/api/v1/datasets/${datasetId}/records`
    const kinds = /** @type {const} */ ({
      // The baseline delay of the machine.
      'no imports': undefined,
      [`${IMPORTS} imports of 5 MB`]: { path: records, family: 'feedback', ...OF_5_MB },
      [`${IMPORTS} imports of 5 MB that are answered with their records`]: {
        path: `${records}/bulk`,
        family: 'feedback',
        ...OF_5_MB,
      },
      [`${IMPORTS} classic bulk calls of 5 MB`]: {
        path: '/api/datasets/classic/Text2Text:bulk',
        family: 'classic',
        ...OF_5_MB,
      },
      'one import of 100 records of 600 kB': {
        path: records,
        family: 'feedback',
        imports: 1,
        records: 100,
        recordBytes: 600_000,
      },
    })
    for (const [what, imports] of Object.entries(kinds)) {
      if (process.env.BENCH_ROWS !== undefined && !what.includes(process.env.BENCH_ROWS)) continue
      const send = imports ? await sender({ url: server.url, ...imports }) : () => sleep(10_000)
      const { took, seconds } = await answersDuring(server, recordId, send)
      const goal = what.startsWith('one') ? '' : 'p99 ≤ 50 ms'
      rows.push([`submit one answer while ${what} run (${seconds.toFixed(1)} s)`, engine, shown(summary(took)), goal])
    }
    await server.stop()
    await place.remove()
  }
  return { title: 'Answers beside imports', rows }
}

/**
 * Start a process that prepares imports and sends them on request.
 *
 * @param {import('./lib/send-imports.mjs').Imports} imports
 * @returns {Promise<() => Promise<void>>} sends the imports; resolves when all have been answered
 */
async function sender(imports) {
  const child = fork(new URL('./lib/send-imports.mjs', import.meta.url))
  child.send(imports)
  await once(child, 'message')
  return async () => {
    child.send('go')
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error('The process that sends imports failed, see above.')
  }
}

/**
 * @param {import('./lib/server.mjs').Server} server
 * @param {string} recordId
 * @param {() => Promise<unknown>} send
 */
async function answersDuring(server, recordId, send) {
  const answer = () =>
    server.call('POST', '/api/v1/me/responses/bulk', {
      items: [{ record_id: recordId, status: 'submitted', values: { label: { value: 'a' } } }],
    })
  for (let at = 0; at < 50; at += 1) await answer()
  let isOver = false
  const started = performance.now()
  const imports = send().finally(() => {
    isOver = true
  })
  const took = []
  while (!isOver) {
    const before = performance.now()
    await answer()
    took.push(performance.now() - before)
    await sleep(PAUSE)
  }
  await imports
  return { took, seconds: (performance.now() - started) / 1000 }
}
