import { readFileSync } from 'node:fs'
import { chooseLabel, nextAfter } from './lib/annotator.mjs'
import { inBrowser, signedInPage } from './lib/browser.mjs'
import { randomFrom } from './lib/texts.mjs'

const RECORDS = 100

/** Two kinds of questions, and the number of labels per record. */
const KINDS = [
  { what: 'one of 150 labels, none suggested', type: 'label_selection', each: 1, labels: intents, goal: 3 },
  { what: 'two of 77 labels, none suggested', type: 'multi_label_selection', each: 2, labels: bankingIntents, goal: 6 },
]

/**
 * Number of key presses per record with the keyboard alone. Labels are drawn from a uniform distribution, the worst case: real answers
 * repeat labels.
 *
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure() {
  const title = `Keys for a record, ${RECORDS} records`
  const rows = await inBrowser(async (browser, server) => {
    const measured = []
    for (const kind of KINDS) {
      const keys = await countKeys(browser, server, kind)
      measured.push([kind.what, '', `${(keys / RECORDS).toFixed(2)} keys`, `≤ ${kind.goal.toFixed(1)}`])
    }
    return measured
  })
  return { title, rows }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('./lib/server.mjs').Server} server
 * @param {(typeof KINDS)[number]} kind
 */
async function countKeys(browser, server, { type, each, labels }) {
  const names = labels()
  const { call } = server
  const workspaces = await call('GET', '/api/v1/me/workspaces')
  const { id } = await call('POST', '/api/v1/datasets', { name: `keys-${type}`, workspace_id: workspaces.items[0].id })
  const field = { name: 'text', title: 'Text', required: true, settings: { type: 'text' } }
  await call('POST', `/api/v1/datasets/${id}/fields`, field)
  const options = names.map((value) => ({ value, text: value }))
  const question = { name: 'labels', title: 'Labels', required: true, settings: { type, options } }
  await call('POST', `/api/v1/datasets/${id}/questions`, question)
  await call('PUT', `/api/v1/datasets/${id}/publish`)
  const items = Array.from({ length: RECORDS }, (_, at) => ({
    fields: { text: `Record ${at}` },
    external_id: `r${at}`,
  }))
  await call('POST', `/api/v1/datasets/${id}/records/bulk`, { items })

  const page = await signedInPage(browser, server)
  await page.goto(`/dataset/${id}/annotation-mode`)
  const random = randomFrom(7)
  let keys = 0
  let shown = (await page.getByTitle('External id').first().textContent()) ?? ''
  for (let count = 0; count < RECORDS; count += 1) {
    await page.locator('[data-question="labels"] :focus').waitFor()
    const wanted = new Set()
    while (wanted.size < each) wanted.add(names[Math.floor(random() * names.length)])
    for (const label of wanted) keys += await chooseLabel(page, 'labels', String(label))
    if (each > 1) {
      await page.keyboard.press('Enter')
      keys += 1
    }
    if (count < RECORDS - 1) shown = await nextAfter(page, shown)
  }
  await page.context().close()
  return keys
}

function intents() {
  return readFixture('clinc150-intents.txt').trimEnd().split('\n')
}

function bankingIntents() {
  const rows = readFixture('banking77.csv').trimEnd().split('\n').slice(1)
  return [...new Set(rows.map((row) => row.slice(row.lastIndexOf(',') + 1).trim()))].sort()
}

/** @param {string} name */
function readFixture(name) {
  return readFileSync(new URL(`../e2e/fixtures/${name}`, import.meta.url), 'utf8')
}
