import { chromium } from 'playwright-core'
import { ensureChromium } from '../scripts/lib/ensure-chromium.mjs'
import { makePlace, startServer } from './lib/server.mjs'
import { makeText, randomFrom, vocabulary } from './lib/texts.mjs'
import { shown, summary } from './lib/times.mjs'

const RECORDS = 140
const ANSWERS = 100
/** Not measured: the first records warm the browser's compiler up, as they do for a person. */
const WARM_UP = 10

/**
 * Answering in the browser: from the press of Enter until the next record is painted, over 100 records.
 *
 * @param {import('./lib/server.mjs').BenchOptions} options
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure({ engines, postgresUrl }) {
  const found = await ensureChromium()
  if (!('path' in found)) return { title: 'Answering in the browser', rows: [['skipped', '', found.missing, '']] }
  /** @type {string[][]} */
  const rows = []
  for (const engine of engines) {
    const place = await makePlace(engine, postgresUrl)
    const server = await startServer(place.env)
    const datasetId = await makeDataset(server)
    const browser = await chromium.launch({ executablePath: found.path, chromiumSandbox: process.getuid?.() !== 0 })
    try {
      const took = await answerMany(browser, server, datasetId)
      rows.push(['Enter → next record painted', engine, shown(summary(took)), 'p95 ≤ 50 ms'])
    } finally {
      await browser.close()
      await server.stop()
      await place.remove()
    }
  }
  return { title: `Answering in the browser, ${ANSWERS} records`, rows }
}

/** @param {import('./lib/server.mjs').Server} server */
async function makeDataset({ call }) {
  const workspaces = await call('GET', '/api/v1/me/workspaces')
  const { id } = await call('POST', '/api/v1/datasets', { name: 'answering', workspace_id: workspaces.items[0].id })
  const field = { name: 'text', title: 'Text', required: true, settings: { type: 'text' } }
  await call('POST', `/api/v1/datasets/${id}/fields`, field)
  const options = Array.from({ length: 77 }, (_, index) => ({ value: `label-${index}`, text: `Label ${index}` }))
  const label = { name: 'label', title: 'Label', required: true, settings: { type: 'label_selection', options } }
  const question = await call('POST', `/api/v1/datasets/${id}/questions`, label)
  await call('PUT', `/api/v1/datasets/${id}/publish`)
  const random = randomFrom(1)
  const words = vocabulary(5000)
  const items = Array.from({ length: RECORDS }, (_, index) => ({
    fields: { text: makeText(words, random) },
    external_id: `r${index}`,
    // Suggested, so that Enter alone answers.
    suggestions: [{ question_id: question.id, value: `label-${index % 77}`, agent: 'bench', score: 0.5 }],
  }))
  await call('POST', `/api/v1/datasets/${id}/records/bulk`, { items })
  return id
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('./lib/server.mjs').Server} server
 * @param {string} datasetId
 */
async function answerMany(browser, server, datasetId) {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  await context.request.post('/api/security/token', {
    form: { username: 'owner', password: 'bench-password' },
    headers: { origin: server.url },
  })
  const page = await context.newPage()
  await page.goto(`/dataset/${datasetId}/annotation-mode`)
  await page.getByTitle('External id').first().waitFor()
  await page.locator('[data-option]:checked').waitFor()
  await page.evaluate(watchPaints)
  const took = []
  for (let count = 0; count < WARM_UP + ANSWERS; count += 1) {
    await page.keyboard.press('Enter')
    took.push(await page.evaluate(() => Reflect.get(window, 'painted')()))
  }
  return took.slice(WARM_UP)
}

/**
 * Runs in the page: from the time the key was pressed, as the browser stamps it, until the frame is painted that shows
 * another record.
 */
function watchPaints() {
  const idNow = () => document.querySelector('code[title^="External id"]')?.textContent
  let before = idNow()
  let pressed = 0
  /** @type {number[]} */
  const took = []
  /** @type {((ms: number) => void) | undefined} */
  let waiting
  addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Enter') pressed = event.timeStamp
    },
    true,
  )
  const note = () => {
    const ms = performance.now() - pressed
    if (waiting) waiting(ms)
    else took.push(ms)
    waiting = undefined
  }
  new MutationObserver(() => {
    if (idNow() === before || idNow() === undefined) return
    before = idNow()
    // The next frame paints it; a message sent from there arrives after the paint.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = note
    requestAnimationFrame(() => port2.postMessage(undefined))
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
  const painted = () =>
    took.length > 0
      ? took.shift()
      : new Promise((resolve) => {
          waiting = resolve
        })
  Reflect.set(window, 'painted', painted)
}
