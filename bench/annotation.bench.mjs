import { inBrowser, signedInPage } from './lib/browser.mjs'
import { makeText, randomFrom, vocabulary } from './lib/texts.mjs'
import { shown, summary } from './lib/times.mjs'

const ANSWERS = 100
/** Number of records to warm up the browser's JIT compiler; not measured. */
const WARM_UP = 10
/** Number of answers in a long visit, after which answers are measured again. */
const LONG_VISIT = 1000
const MB = 1_000_000

/**
 * Answering in the browser: time from pressing Enter until the next record is painted, over 100 records.
 *
 * @param {import('./lib/server.mjs').BenchOptions} options
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure({ engines, postgresUrl }) {
  const rows = []
  for (const [at, engine] of engines.entries())
    rows.push(
      ...(await inBrowser((browser, server) => answering(browser, server, engine, at > 0), { engine, postgresUrl })),
    )
  return { title: `Answering in the browser, ${ANSWERS} records`, rows }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('./lib/server.mjs').Server} server
 * @param {string} engine
 * @param {boolean} isShort only the first row: a long visit and many labels only affect the browser, so one engine is enough
 */
async function answering(browser, server, engine, isShort) {
  const page = await openDataset(browser, server, { labels: 77, records: LONG_VISIT + 2 * ANSWERS })
  const first = await answerMany(page, WARM_UP + ANSWERS)
  const rows = [['Enter → next record painted', engine, shown(summary(first.slice(WARM_UP))), 'p95 ≤ 33 ms']]
  if (isShort) return rows
  const before = await memoryOf(page)
  await answerMany(page, LONG_VISIT - ANSWERS - WARM_UP)
  const last = await answerMany(page, ANSWERS)
  const grown = (await memoryOf(page)) - before
  rows.push([`the same after ${LONG_VISIT} answers in one visit`, engine, shown(summary(last)), 'p95 ≤ 33 ms'])
  rows.push(['memory of the page grows meanwhile', engine, `${(grown / MB).toFixed(1)} MB`, '≤ 20 MB'])
  await page.context().close()
  const many = await openDataset(browser, server, { labels: 500, records: WARM_UP + ANSWERS + 1 })
  await many.getByRole('button', { name: /^Show \d+ more options/ }).click()
  await many.locator('[data-option]').first().focus()
  const expanded = await answerMany(many, WARM_UP + ANSWERS)
  rows.push(['the same with 500 labels unfolded', engine, shown(summary(expanded.slice(WARM_UP))), 'p95 ≤ 100 ms'])
  return rows
}

/**
 * @param {import('./lib/server.mjs').Server} server
 * @param {{ labels: number, records: number }} size
 */
async function makeDataset({ call }, { labels, records }) {
  const workspaces = await call('GET', '/api/v1/me/workspaces')
  const { id } = await call('POST', '/api/v1/datasets', {
    name: `answering-${labels}`,
    workspace_id: workspaces.items[0].id,
  })
  const field = { name: 'text', title: 'Text', required: true, settings: { type: 'text' } }
  await call('POST', `/api/v1/datasets/${id}/fields`, field)
  const options = Array.from({ length: labels }, (_, index) => ({ value: `label-${index}`, text: `Label ${index}` }))
  const label = { name: 'label', title: 'Label', required: true, settings: { type: 'label_selection', options } }
  const question = await call('POST', `/api/v1/datasets/${id}/questions`, label)
  await call('PUT', `/api/v1/datasets/${id}/publish`)
  const random = randomFrom(1)
  const words = vocabulary(5000)
  const items = Array.from({ length: records }, (_, index) => ({
    fields: { text: makeText(words, random) },
    external_id: `r${index}`,
    // With a suggestion, so that pressing Enter answers the record.
    suggestions: [{ question_id: question.id, value: `label-${index % labels}`, agent: 'bench', score: 0.5 }],
  }))
  for (let at = 0; at < items.length; at += 500)
    await call('POST', `/api/v1/datasets/${id}/records/bulk`, { items: items.slice(at, at + 500) })
  return id
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('./lib/server.mjs').Server} server
 * @param {{ labels: number, records: number }} size
 */
async function openDataset(browser, server, size) {
  const datasetId = await makeDataset(server, size)
  const page = await signedInPage(browser, server)
  await page.goto(`/dataset/${datasetId}/annotation-mode`)
  await page.getByTitle('External id').first().waitFor()
  await page.locator('[data-option]:checked').waitFor()
  await page.evaluate(watchPaints)
  return page
}

/** @param {import('playwright-core').Page} page @param {number} count @returns {Promise<number[]>} */
async function answerMany(page, count) {
  const took = []
  for (let at = 0; at < count; at += 1) {
    await page.keyboard.press('Enter')
    took.push(await page.evaluate(() => Reflect.get(window, 'painted')()))
  }
  return took
}

/** Heap size of the page after garbage collection. @param {import('playwright-core').Page} page */
async function memoryOf(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
}

/**
 * Runs in the page: measures the time from the browser's timestamp of the key press until the frame that shows another record is painted.
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
    // The next frame paints the change; a message sent from its callback arrives after the paint.
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
