import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeFeedbackWorld } from './lib/feedback-world.mjs'
import { makePlace, startServer } from './lib/server.mjs'
import { shown, summary } from './lib/times.mjs'

const ADMIN = fileURLToPath(new URL('../scripts/admin.mjs', import.meta.url))
const STORE_BYTES = 253 * 1024 * 1024
/** Number of answers saved per second during the backup. */
const ANSWERS_PER_SECOND = 36
const RECORDS_AT_ONCE = 100
const TEXT = 'The backup of a store that is written to must end. '.repeat(500)

/**
 * Time of a backup of an embedded store while answers are saved.
 *
 * @param {import('./lib/server.mjs').BenchOptions} _options
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure(_options) {
  const place = await makePlace('sqlite')
  const folder = mkdtempSync(join(tmpdir(), 'postil-bench-backup-'))
  const server = await startServer(place.env)
  try {
    const { datasetId, recordId } = await makeFeedbackWorld(server, 'backup')
    const home = place.env.POSTIL_HOME ?? ''
    const bytes = () => statSync(join(home, 'postil.sqlite')).size
    const items = Array.from({ length: RECORDS_AT_ONCE }, () => ({ fields: { text: TEXT } }))
    while (bytes() < STORE_BYTES) await server.call('POST', `/api/v1/datasets/${datasetId}/records`, { items })

    /** @type {number[]} */
    const answers = []
    let isOver = false
    const answering = (async () => {
      while (!isOver) {
        const askedMs = performance.now()
        await server.call('POST', '/api/v1/me/responses/bulk', {
          items: [{ record_id: recordId, status: 'submitted', values: { label: { value: 'a' } } }],
        })
        const tookMs = performance.now() - askedMs
        answers.push(tookMs)
        await sleep(Math.max(0, 1000 / ANSWERS_PER_SECOND - tookMs))
      }
    })()
    const startedMs = performance.now()
    await backUp(home, join(folder, 'copy.sqlite'))
    const seconds = (performance.now() - startedMs) / 1000
    isOver = true
    await answering
    const perSecond = (answers.length / seconds).toFixed(0)
    const size = `${(bytes() / 1024 / 1024).toFixed(0)} MB`
    const rows = [
      [
        `\`npm run backup\` of a store of ${size}, checked, beside ${perSecond} answers/s`,
        'sqlite',
        `${seconds.toFixed(1)} s`,
      ],
      ['… submit one answer meanwhile', 'sqlite', shown(summary(answers)), ''],
    ]
    return { title: 'Backup', rows }
  } finally {
    await server.stop()
    await place.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} home @param {string} file */
async function backUp(home, file) {
  const child = spawn(process.execPath, [ADMIN, 'backup', file], {
    env: { ...process.env, POSTIL_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`The backup failed: ${said}`)
}
