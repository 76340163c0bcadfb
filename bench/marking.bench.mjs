import { readFileSync } from 'node:fs'
import { inBrowser, signedInPage } from './lib/browser.mjs'
import { markingKeys } from './lib/marking-keys.mjs'
import { shown, summary } from './lib/times.mjs'
import { watchPaints } from './lib/watch-paints.mjs'

const TOKENS = 20_000
/** Fraction of marked tokens: one in this many. */
const MARKED = 10
const STEPS = 40
/** Number of selections to warm up the browser's JIT compiler; not measured. */
const WARM_UP = 10
const SENTENCES = new URL('../e2e/fixtures/wnut17-three.tsv', import.meta.url)
const LABELS = ['corporation', 'creative-work', 'group', 'location', 'person', 'product']

/**
 * Marking texts in the browser: time until a selection in a very long record is visible, and number of key presses for three marks.
 *
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure() {
  const title = 'Marking in the browser'
  const rows = await inBrowser(async (browser, server) => {
    const { dragged, moved } = await selectMany(browser, server)
    const keys = await markSentences(browser, server)
    const record = `${TOKENS.toLocaleString('en')} tokens, ${(TOKENS / MARKED).toLocaleString('en')} marks`
    return [
      [`drag over one word more → painted, ${record}`, 'sqlite', shown(summary(dragged)), 'p95 ≤ 32 ms'],
      [`key to the next word → painted, ${record}`, 'sqlite', shown(summary(moved)), 'p95 ≤ 32 ms'],
      [
        `keys for a sentence of three marks, ${keys.length} sentences`,
        'sqlite',
        `mean ${(keys.reduce((sum, count) => sum + count, 0) / keys.length).toFixed(1)} · most ${Math.max(...keys)}`,
        'mean ≤ 11',
      ],
    ]
  })
  return { title, rows }
}

/**
 * Select text in one very long record, with the pointer and with keys.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {import('./lib/server.mjs').Server} server
 */
async function selectMany(browser, server) {
  const { call } = server
  await call('POST', '/api/datasets', { name: 'long', workspace: 'default', task: 'TokenClassification' })
  const tokens = Array.from({ length: TOKENS }, (_, at) => (at % MARKED === 0 ? `Name${at}` : `word${at % 7}`))
  const entities = []
  let start = 0
  for (const [at, token] of tokens.entries()) {
    if (at % MARKED === 0) entities.push({ start, end: start + token.length, label: 'person', score: 1 })
    start += token.length + 1
  }
  const record = { id: 'long', text: tokens.join(' '), tokens, annotation: { agent: 'bench', entities } }
  await call('POST', '/api/datasets/long/TokenClassification:bulk', { records: [record] })

  const page = await signedInPage(browser, server)
  await page.goto('/datasets/default/long')
  const text = page.getByRole('group', { name: /^Text to mark/ })
  await text.waitFor()
  await page.evaluate(watchPaints)
  const points = await text.evaluate(wordPoints, WARM_UP + STEPS + 1)
  const [first, ...others] = points
  if (!first || others.length < WARM_UP + STEPS) throw new Error(`Only ${points.length} words are in sight.`)
  const painted = () => page.evaluate(() => Reflect.get(window, 'painted')())
  await page.mouse.move(first.x, first.y)
  await page.mouse.down()
  const dragged = []
  for (const { x, y } of others) {
    await page.mouse.move(x, y)
    dragged.push(await painted())
  }
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await page.keyboard.press('Escape')

  await text.focus()
  await page.keyboard.press('Home')
  await page.evaluate(() => Reflect.get(window, 'forget')())
  const moved = []
  for (let count = 0; count < WARM_UP + STEPS; count += 1) {
    await page.keyboard.press('ArrowRight')
    moved.push(await painted())
  }
  await page.context().close()
  return { dragged: dragged.slice(WARM_UP), moved: moved.slice(WARM_UP) }
}

/**
 * Reproduce the marks of real sentences by keyboard alone, and check that they are saved.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {import('./lib/server.mjs').Server} server
 * @returns {Promise<number[]>} number of key presses per sentence, including the one that submits
 */
async function markSentences(browser, server) {
  const { call } = server
  const sentences = readSentences()
  const workspaces = await call('GET', '/api/v1/me/workspaces')
  const { id } = await call('POST', '/api/v1/datasets', { name: 'sentences', workspace_id: workspaces.items[0].id })
  const field = { name: 'text', title: 'Text', required: true, settings: { type: 'text' } }
  await call('POST', `/api/v1/datasets/${id}/fields`, field)
  const options = LABELS.map((value) => ({ value, text: value }))
  const settings = { type: 'span', field: 'text', options }
  await call('POST', `/api/v1/datasets/${id}/questions`, { name: 'names', title: 'Names', required: true, settings })
  await call('PUT', `/api/v1/datasets/${id}/publish`)
  const items = sentences.map(({ text }, at) => ({ fields: { text }, external_id: String(at) }))
  await call('POST', `/api/v1/datasets/${id}/records/bulk`, { items })

  const page = await signedInPage(browser, server)
  await page.goto(`/dataset/${id}/annotation-mode`)
  const externalId = page.getByTitle('External id')
  const counts = []
  for (let done = 0; done < sentences.length; done += 1) {
    const at = Number(await externalId.textContent())
    const keys = [...(sentences[at]?.keys ?? []), 'Enter']
    await page.locator('[data-question-of]:focus').waitFor()
    for (const key of keys) await page.keyboard.press(key)
    counts.push(keys.length)
    await page.waitForFunction(
      (before) => document.querySelector('code[title^="External id"]')?.textContent !== before,
      String(at),
    )
  }
  await page.getByRole('button', { name: 'State of your answers: All saved' }).waitFor()
  const saved = await call('GET', `/api/v1/datasets/${id}/records?include=responses&limit=100`)
  for (const { external_id, responses } of saved.items) {
    const wanted = JSON.stringify(sentences[Number(external_id)]?.spans)
    const found = JSON.stringify(responses[0]?.values.names.value)
    if (found !== wanted) throw new Error(`Sentence ${external_id}: ${found} was saved, not ${wanted}`)
  }
  await page.context().close()
  return counts
}

/** Sentences with three marks that begin and end at word boundaries, and the keys to mark them. */
function readSentences() {
  const blocks = readFileSync(SENTENCES, 'utf8').trimEnd().split('\n\n')
  return blocks.flatMap((block) => {
    const rows = block.split('\n').map((line) => line.split('\t'))
    const text = rows.map(([word]) => word).join(' ')
    /** @type {import('./lib/marking-keys.mjs').Mark[]} */
    const wanted = []
    let start = 0
    for (const [word = '', tag = 'O'] of rows) {
      const end = start + word.length
      const last = wanted.at(-1)
      if (tag.startsWith('B-')) wanted.push({ label: tag.slice(2), start, end })
      else if (tag.startsWith('I-') && last) last.end = end
      start = end + 1
    }
    const words = [...new Intl.Segmenter('en', { granularity: 'word' }).segment(text)]
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment, index }) => ({ start: index, end: index + segment.length }))
    const isWhole = wanted.every(
      (mark) => words.some((word) => word.start === mark.start) && words.some((word) => word.end === mark.end),
    )
    if (!isWhole) return []
    const keys = markingKeys({ text, words, wanted, isResting: true }, (label) => String(LABELS.indexOf(label) + 1))
    const points = (/** @type {number} */ at) => [...text.slice(0, at)].length
    const spans = wanted.map(({ label, ...range }) => ({ label, start: points(range.start), end: points(range.end) }))
    return [{ text, keys, spans }]
  })
}

/** Runs in the page: the centres of the first visible words. @param {Element} root @param {number} count */
function wordPoints(root, count) {
  const points = []
  const frame = root.closest('[data-record-body]')?.getBoundingClientRect()
  for (const holder of root.querySelectorAll('[data-start]')) {
    for (const node of holder.childNodes) {
      if (!(node instanceof Text)) continue
      for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const { left, top, width, height } = range.getBoundingClientRect()
        if (points.length === count || (frame && top + height > frame.bottom)) return points
        points.push({ x: left + width / 2, y: top + height / 2 })
      }
    }
  }
  return points
}
