import { makePlace, startServer } from './lib/server.mjs'
import { makeText, randomFrom, vocabulary } from './lib/texts.mjs'
import { shown, summary } from './lib/times.mjs'

const IMPORTS = 30
const IMPORT_BYTES = 5_000_000
/** Records of an import: about 25 kB each. */
const RECORDS = 200
/** Milliseconds between two answers. */
const PAUSE = 20

/**
 * Answers while many large imports come in at once, on both engines and to both families.
 *
 * @param {import('./lib/server.mjs').BenchOptions} options
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure({ engines, postgresUrl }) {
  const text = longText()
  /** @type {string[][]} */
  const rows = []
  for (const engine of engines) {
    const place = await makePlace(engine, postgresUrl)
    const server = await startServer(place.env)
    const world = await makeWorld(server)
    for (const [what, send] of Object.entries({
      // What the machine itself adds.
      'no imports': (/** @type {number} */ at) =>
        at > 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, 10_000)),
      [`${IMPORTS} imports of 5 MB`]: (/** @type {number} */ at) =>
        server.call('POST', `/api/v1/datasets/${world.datasetId}/records`, { items: itemsOf(text, at) }),
      [`${IMPORTS} classic bulk calls of 5 MB`]: (/** @type {number} */ at) =>
        server.call('POST', '/api/datasets/classic/Text2Text:bulk', { records: classicOf(text, at) }),
      'one import of 100 records of 600 kB': (/** @type {number} */ at) =>
        at > 0
          ? Promise.resolve()
          : server.call('POST', `/api/v1/datasets/${world.datasetId}/records`, {
              items: Array.from({ length: 100 }, () => ({ fields: { text: text.slice(0, 600_000) } })),
            }),
    })) {
      const { took, seconds } = await answersDuring(server, world, send)
      const goal = what.startsWith('one') ? '' : 'p99 ≤ 50 ms'
      rows.push([`submit one answer while ${what} run (${seconds.toFixed(1)} s)`, engine, shown(summary(took)), goal])
    }
    await server.stop()
    await place.remove()
  }
  return { title: 'Answers beside imports', rows }
}

/** @param {import('./lib/server.mjs').Server} server */
async function makeWorld({ call }) {
  const workspaces = await call('GET', '/api/v1/me/workspaces')
  const { id: datasetId } = await call('POST', '/api/v1/datasets', {
    name: 'imports',
    workspace_id: workspaces.items[0].id,
  })
  const field = { name: 'text', title: 'Text', required: true, settings: { type: 'text' } }
  await call('POST', `/api/v1/datasets/${datasetId}/fields`, field)
  const options = ['a', 'b'].map((value) => ({ value, text: value }))
  const label = { name: 'label', title: 'Label', required: true, settings: { type: 'label_selection', options } }
  await call('POST', `/api/v1/datasets/${datasetId}/questions`, label)
  await call('PUT', `/api/v1/datasets/${datasetId}/publish`)
  const { items } = await call('POST', `/api/v1/datasets/${datasetId}/records/bulk`, {
    items: [{ fields: { text: 'answered over and over' } }],
  })
  await call('POST', '/api/datasets', { name: 'classic', task: 'Text2Text', workspace: workspaces.items[0].name })
  return { datasetId, recordId: items[0].id }
}

/**
 * @param {import('./lib/server.mjs').Server} server
 * @param {{ recordId: string }} world
 * @param {(at: number) => Promise<unknown>} send
 */
async function answersDuring(server, { recordId }, send) {
  const answer = () =>
    server.call('POST', '/api/v1/me/responses/bulk', {
      items: [{ record_id: recordId, status: 'submitted', values: { label: { value: 'a' } } }],
    })
  for (let at = 0; at < 50; at += 1) await answer()
  let isOver = false
  const started = performance.now()
  const imports = Promise.all(Array.from({ length: IMPORTS }, (_, at) => send(at))).finally(() => {
    isOver = true
  })
  const took = []
  while (!isOver) {
    const before = performance.now()
    await answer()
    took.push(performance.now() - before)
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
  await imports
  return { took, seconds: (performance.now() - started) / 1000 }
}

/** @param {string} text @param {number} at */
function itemsOf(text, at) {
  return piecesOf(text, at).map((piece) => ({ fields: { text: piece } }))
}

/** @param {string} text @param {number} at */
function classicOf(text, at) {
  return piecesOf(text, at).map((piece, index) => ({ id: `${at}-${index}`, text: piece }))
}

/** @param {string} text @param {number} at */
function piecesOf(text, at) {
  const length = IMPORT_BYTES / RECORDS
  return Array.from({ length: RECORDS }, (_, index) => {
    const from = (at * 7919 + index * length) % (text.length - length)
    return text.slice(from, from + length)
  })
}

function longText() {
  const random = randomFrom(7)
  const words = vocabulary(20_000)
  let text = ''
  while (text.length < IMPORT_BYTES + 100_000) text += `${makeText(words, random)} `
  return text
}
