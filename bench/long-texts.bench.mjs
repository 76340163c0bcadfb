import { inBrowser, signedInPage } from './lib/browser.mjs'
import { randomFrom, vocabulary } from './lib/texts.mjs'
import { shown, summary } from './lib/times.mjs'
import { watchPaints } from './lib/watch-paints.mjs'

const CHARS = 100_000
const MARKS = 300
const STEPS = 30
/** Number of marks to warm up the browser's JIT compiler and to load late code; not measured. */
const WARM_UP = 5
/** Tokens at the beginning of the text that have no marks: the measured ones are made there. */
const UNMARKED = 100
const LABELS = ['person', 'place', 'group']

/** What each step does, by key: a word is marked and unmarked again, then two words are selected. */
const KEYS = [
  { key: 'ArrowRight', what: 'key to the next word → painted' },
  { key: '1', what: 'key of a label → painted' },
  { key: 'Control+z', what: 'undo → painted' },
  { key: 'ArrowRight', what: undefined },
  { key: 'Shift+ArrowRight', what: 'key that extends the selection → painted' },
]

/** @typedef {{ text: string, tokens: string[], spans: { start: number, end: number, label: string }[] }} LongText */

/**
 * Marking a very long text of either family by keyboard. Words are as frequent as in real text: some occur thousands of times, and all
 * occurrences of a marked word are offered.
 *
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure() {
  const title = `Marking a text of ${CHARS.toLocaleString('en')} characters, ${MARKS} marks`
  const rows = await inBrowser(async (browser, server) => {
    const measured = []
    const long = makeLongText()
    for (const { family, seed } of [
      { family: 'span question', seed: seedQuestion },
      { family: 'token classification', seed: seedTokens },
    ]) {
      const took = await pressKeys(browser, server, await seed(server, long))
      for (const [what, times] of took)
        measured.push([`${what}, ${family}`, 'sqlite', shown(summary(times)), 'p95 ≤ 32 ms'])
    }
    return measured
  })
  return { title, rows }
}

/** @returns {LongText} */
function makeLongText() {
  const random = randomFrom(3)
  const words = vocabulary(4000)
  const tokens = []
  for (let length = 0; length < CHARS; length += (tokens.at(-1)?.length ?? 0) + 1)
    tokens.push(words[Math.floor(words.length ** random()) - 1] ?? words[0] ?? '')
  const step = Math.floor((tokens.length - UNMARKED) / MARKS)
  const spans = []
  let start = 0
  for (const [at, token] of tokens.entries()) {
    const label = LABELS[at % LABELS.length] ?? ''
    if (at >= UNMARKED && at % step === 0) spans.push({ start, end: start + token.length, label })
    start += token.length + 1
  }
  return { text: tokens.join(' '), tokens, spans }
}

/** @returns {Promise<string>} path of the page @param {import('./lib/server.mjs').Server} server @param {LongText} long */
async function seedTokens({ call }, { text, tokens, spans }) {
  await call('POST', '/api/datasets', { name: 'long', workspace: 'default', task: 'TokenClassification' })
  const entities = spans.map((span) => ({ ...span, score: 1 }))
  const records = [{ id: 'long', text, tokens, annotation: { agent: 'bench', entities } }]
  await call('POST', '/api/datasets/long/TokenClassification:bulk', { records })
  return '/datasets/default/long'
}

/** @returns {Promise<string>} path of the page @param {import('./lib/server.mjs').Server} server @param {LongText} long */
async function seedQuestion({ call }, { text, spans }) {
  const workspaces = await call('GET', '/api/v1/me/workspaces')
  const { id } = await call('POST', '/api/v1/datasets', { name: 'long', workspace_id: workspaces.items[0].id })
  const field = { name: 'text', title: 'Text', required: true, settings: { type: 'text' } }
  await call('POST', `/api/v1/datasets/${id}/fields`, field)
  const settings = { type: 'span', field: 'text', options: LABELS.map((value) => ({ value, text: value })) }
  const asked = { name: 'names', title: 'Names', required: true, settings }
  const question = await call('POST', `/api/v1/datasets/${id}/questions`, asked)
  await call('PUT', `/api/v1/datasets/${id}/publish`)
  const suggestions = [{ question_id: question.id, value: spans }]
  await call('POST', `/api/v1/datasets/${id}/records/bulk`, { items: [{ fields: { text }, suggestions }] })
  return `/dataset/${id}/annotation-mode`
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('./lib/server.mjs').Server} server
 * @param {string} path
 */
async function pressKeys(browser, server, path) {
  const page = await signedInPage(browser, server)
  await page.goto(path)
  const text = page.getByRole('group', { name: /^Text to mark/ })
  await text.waitFor()
  await page.waitForLoadState('networkidle')
  await text.focus()
  await page.keyboard.press('Home')
  await page.evaluate(watchPaints)
  /** @type {Map<string, number[]>} */
  const took = new Map()
  for (let step = 0; step < WARM_UP + STEPS; step += 1) {
    for (const { key, what } of KEYS) {
      await page.keyboard.press(key)
      const ms = await page.evaluate(() => Reflect.get(window, 'painted')())
      if (what === undefined || step < WARM_UP) continue
      took.set(what, [...(took.get(what) ?? []), ms])
    }
  }
  await page.context().close()
  return took
}
