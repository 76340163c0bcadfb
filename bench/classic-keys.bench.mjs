import { setTimeout as sleep } from 'node:timers/promises'
import { inBrowser, signedInPage } from './lib/browser.mjs'
import { randomFrom, vocabulary } from './lib/texts.mjs'
import { shown, summary } from './lib/times.mjs'

const CARDS = 100
/** Number of words per text: more than a card shows before it is expanded. */
const WORDS = 250
const PRESSES = 60
const WARM_UP = 10

/**
 * Time from a key press to the paint that shows its effect, on the page of a classic dataset with 100 long records, in Chromium with the
 * production build.
 *
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure() {
  const title = 'Keys on a page of 100 classic records'
  const rows = await inBrowser(async (browser, server) => {
    await seed(server, 'single', 77, false)
    await seed(server, 'multiple', 500, true)
    const single = await openPage(browser, server, 'single', 'no')
    const labelled = await pressing(single, (at) => String((at % 9) + 1), 'status')
    const moved = await pressing(single, (at) => (at % PRESSES < PRESSES / 2 ? 'ArrowUp' : 'ArrowDown'), 'focus')
    const expanded = await openPage(browser, server, 'multiple', 'yes')
    const toggled = await pressing(expanded, (at) => String((at % 9) + 1), 'label')
    const opened = await pressing(expanded, () => 'ArrowDown', 'focus')
    return [
      ['a digit labels a record and leads to the next card, 77 labels', 'sqlite', shown(labelled), 'p95 ≤ 50 ms'],
      ['an arrow leads to another card, 77 labels', 'sqlite', shown(moved), 'p95 ≤ 50 ms'],
      ['a digit toggles one of 500 labels that are all shown', 'sqlite', shown(toggled), 'p95 ≤ 100 ms'],
      ['an arrow leads to another card and shows its 500 labels', 'sqlite', shown(opened), 'p95 ≤ 100 ms'],
    ]
  })
  return { title, rows }
}

/** @param {import('./lib/server.mjs').Server} server @param {string} name @param {number} labelCount @param {boolean} isMulti */
async function seed({ call }, name, labelCount, isMulti) {
  const random = randomFrom(5)
  const words = vocabulary(5000)
  const labels = Array.from({ length: labelCount }, (_, at) => `${words[at]}_${words[at + labelCount]}`)
  const pick = (/** @type {readonly string[]} */ from) => from[Math.floor(random() * from.length)] ?? ''
  await call('POST', '/api/datasets', { name, workspace: 'default', task: 'TextClassification' })
  await call('PATCH', `/api/datasets/${name}/TextClassification/settings`, { label_schema: { labels } })
  const records = Array.from({ length: CARDS }, (_, id) => ({
    id,
    inputs: { text: Array.from({ length: WORDS }, () => pick(words)).join(' ') },
    multi_label: isMulti,
    prediction: {
      agent: 'model',
      labels: [
        { class: labels[id % labelCount], score: 0.6 },
        { class: labels[(id + 7) % labelCount], score: 0.3 },
      ],
    },
  }))
  await call('POST', `/api/datasets/${name}/TextClassification:bulk`, { records })
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('./lib/server.mjs').Server} server
 * @param {string} name
 * @param {'yes' | 'no'} isExpanded whether the card with the keyboard focus shows all labels
 */
async function openPage(browser, server, name, isExpanded) {
  const page = await signedInPage(browser, server)
  await page.addInitScript((value) => localStorage.setItem('postil.labels.expanded', value), isExpanded)
  await page.goto(`/datasets/default/${name}?pagination=${encodeURIComponent(`{"size":${CARDS},"page":1}`)}`)
  const cards = page.locator('article[data-record]')
  await cards.nth(CARDS - 1).waitFor({ state: 'attached' })
  await cards.first().focus()
  await page.evaluate(watchKeys)
  return page
}

/**
 * Runs in the page: measures each key press from its event to the end of the next frame, and records the appearance of the focused card in
 * that frame.
 */
function watchKeys() {
  const look = () => {
    const card = document.activeElement?.closest('article')
    return {
      focus: card?.getAttribute('data-record'),
      label: card?.querySelectorAll('[aria-pressed=true]').length,
      status: document.querySelectorAll('article[data-status=Validated]').length,
    }
  }
  addEventListener(
    'keydown',
    (event) => {
      const before = look()
      requestAnimationFrame(() => {
        // The message arrives after the frame is painted.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          Object.assign(window, { lastPress: { ms: performance.now() - event.timeStamp, before, after: look() } })
        }
        port2.postMessage(undefined)
      })
    },
    true,
  )
}

/**
 * Press keys one after the other, each after the effects of the previous one have settled.
 *
 * @param {import('playwright-core').Page} page
 * @param {(at: number) => string} keyAt
 * @param {'status' | 'focus' | 'label'} shows the part that must have changed in the measured frame
 */
async function pressing(page, keyAt, shows) {
  const took = []
  for (let at = 0; at < WARM_UP + PRESSES; at += 1) {
    await page.evaluate(() => Object.assign(window, { lastPress: undefined }))
    await page.keyboard.press(keyAt(at))
    const handle = await page.waitForFunction(() => Reflect.get(window, 'lastPress'))
    const { ms, before, after } = await handle.jsonValue()
    if (at >= WARM_UP) took.push(ms)
    if (before[shows] === after[shows]) throw new Error(`${keyAt(at)} showed nothing in its frame: ${shows}`)
    // People do not type faster; meanwhile the replies to saves arrive.
    await sleep(60)
  }
  return summary(took)
}
