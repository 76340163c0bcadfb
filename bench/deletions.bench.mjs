import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { classificationRecord } from './lib/classic-records.mjs'
import { makeFeedbackWorld } from './lib/feedback-world.mjs'
import { makePlace, startServer } from './lib/server.mjs'
import { randomFrom, vocabulary } from './lib/texts.mjs'
import { shown, shownNumber, summary } from './lib/times.mjs'

const BATCH = 500
/** So many of the deleted records are restored, or a call more. */
const RESTORED = 10_000
const DATASET = '/api/datasets/bench-deletions'
/** Maximum time from a change until segments are built of it. */
const SEALING_STARTS_MS = 8000
/** One for each answer. */
const ANSWERED = 4000
/** Shorter transactions are not written down. */
const WATCHED_FROM_MS = 5

/**
 * Deletes half of a classic dataset by a query while answers are saved in another dataset. On SQLite an answer waits for a few hundred
 * of the deleted rows, but not for the rest and not for the search index. Then restores some of the records in the same way. Segments are
 * rebuilt after that, and the dataset is copied.
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
    const longest = watchTransactions(place.env)
    server = await startServer(longest.env, longest.options)
    const { call } = server
    const { datasetId } = await makeFeedbackWorld(server, 'beside')
    /** @type {string[]} */
    const ids = []
    while (ids.length < ANSWERED) {
      const items = Array.from({ length: BATCH }, (_, at) => ({ fields: { text: `record ${ids.length + at}` } }))
      const made = await call('POST', `/api/v1/datasets/${datasetId}/records/bulk`, { items })
      ids.push(...made.items.map((/** @type {{ id: string }} */ { id }) => id))
    }
    const answer = () =>
      call('POST', `/api/v1/records/${ids.pop()}/responses`, { status: 'submitted', values: { label: { value: 'a' } } })
    // Warm-up, until the code has been compiled.
    for (let at = 0; at < 100; at += 1) await answer()

    /** Save answers until the work ends. @param {Promise<unknown>} work */
    const answersDuring = async (work) => {
      let isDone = false
      const ended = work.finally(() => {
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
      await ended
      return {
        answers: `${shown(summary(times))}, at most ${Math.max(...times).toFixed(0)} ms`,
        longest: longest.take(),
      }
    }
    const startedMs = performance.now()
    let seconds = ''
    let processed = 0
    const deleting = async () => {
      const query_text = `metadata.number:[0 TO ${records / 2 - 1}]`
      processed = (await call('DELETE', `${DATASET}/data`, { query_text })).processed
      seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
    }
    const whileDeleting = await answersDuring(deleting())
    const restored = { count: 0, ms: 0, listedMs: 0 }
    const restoring = async () => {
      const askedMs = performance.now()
      const [deletion] = (await call('GET', '/api/v1/deletions')).items
      restored.listedMs = performance.now() - askedMs
      const beganMs = performance.now()
      for (let after = 0; after !== null && restored.count < RESTORED; ) {
        const part = await call('POST', `/api/v1/deletions/${deletion.id}/restore`, { after })
        restored.count += part.restored
        after = part.next
      }
      restored.ms = performance.now() - beganMs
    }
    const whileRestoring = await answersDuring(restoring())
    const whileSealing = await answersDuring(sealed(server))
    let copied = ''
    const copying = async () => {
      const beganMs = performance.now()
      await call('PUT', `${DATASET}:copy`, { name: 'bench-copy' })
      copied = ((performance.now() - beganMs) / 1000).toFixed(1)
    }
    const whileCopying = await answersDuring(copying())
    const left = records - processed + restored.count
    rows.push(
      ['delete the records that a query finds', engine, `${seconds} s, ${shownNumber(processed)} records`, ''],
      ['… submit one answer meanwhile', engine, whileDeleting.answers, 'at most 50 ms'],
      ...whileDeleting.longest.map((ms) => ['… the longest write transaction meanwhile', engine, ms, 'at most 50 ms']),
      ['list the deletions', engine, `${restored.listedMs.toFixed(0)} ms`, ''],
      [
        'restore deleted records',
        engine,
        `${(restored.ms / 1000).toFixed(1)} s, ${shownNumber(restored.count)} records`,
        '',
      ],
      ['… submit one answer meanwhile', engine, whileRestoring.answers, 'at most 50 ms'],
      ...whileRestoring.longest.map((ms) => ['… the longest write transaction meanwhile', engine, ms, 'at most 50 ms']),
      ['… submit one answer while segments are rebuilt', engine, whileSealing.answers, 'at most 50 ms'],
      ...whileSealing.longest.map((ms) => ['… the longest write transaction meanwhile', engine, ms, 'at most 50 ms']),
      ['copy the dataset', engine, `${copied} s, ${shownNumber(left)} records`, ''],
      ['… submit one answer meanwhile', engine, whileCopying.answers, 'at most 50 ms'],
      ...whileCopying.longest.map((ms) => ['… the longest write transaction meanwhile', engine, ms, 'at most 50 ms']),
    )
    await server.stop()
    await place.remove()
  }
  return { title: `Deletions and copies, ${shownNumber(records)} records`, rows }
}

/**
 * What a server needs so that it writes down its longer write transactions; on SQLite, where all writes wait for the one that holds the store.
 * `take` returns the longest one since it was called last, until its commit and with it. The commit waits for the disk, which other work of the
 * machine may keep busy.
 *
 * @param {Record<string, string>} env
 */
function watchTransactions(env) {
  const home = env.POSTIL_HOME
  if (!home) return { env, options: [], take: () => [] }
  const file = join(home, 'transactions.txt')
  writeFileSync(file, '')
  return {
    env: { ...env, BENCH_TRANSACTIONS: file },
    options: ['--require', fileURLToPath(new URL('./lib/watch-transactions.cjs', import.meta.url))],
    take: () => {
      const times = readFileSync(file, 'utf8').trim().split('\n')
      writeFileSync(file, '')
      const [until, whole] = [0, 1].map((at) =>
        Math.max(WATCHED_FROM_MS, ...times.map((line) => Number(line.split(' ')[at] ?? 0))).toFixed(0),
      )
      return [`at most ${until} ms, ${whole} ms with the commit's wait for the disk`]
    },
  }
}

/** Wait until all segments are built. @param {import('./lib/server.mjs').Server} server */
async function sealed({ call }) {
  // A job is listed once it is due, and servers look for due jobs every few seconds.
  await sleep(SEALING_STARTS_MS)
  const isSealing = (/** @type {{ kind: string, state: string }} */ { kind, state }) =>
    kind === 'seal_records' && (state === 'waiting' || state === 'running')
  while ((await call('GET', '/api/v1/jobs')).items.some(isSealing)) await sleep(500)
}

/** @param {import('./lib/server.mjs').Server} server @param {number} records */
async function load(server, records) {
  const { call } = server
  const random = randomFrom(3)
  const words = vocabulary(30_000)
  await call('POST', '/api/datasets', { name: 'bench-deletions', task: 'TextClassification' })
  for (let at = 0; at < records; at += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, records - at) }, (_, i) =>
      classificationRecord(at + i, words, random),
    )
    await call('POST', `${DATASET}/TextClassification:bulk`, { records: batch })
  }
  await sealed(server)
}
