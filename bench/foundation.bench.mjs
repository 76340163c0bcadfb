import { setTimeout as sleep } from 'node:timers/promises'
import { answerTogether, PEOPLE } from './lib/crowd.mjs'
import { makePlace, startServer } from './lib/server.mjs'
import { makeText, randomFrom, vocabulary } from './lib/texts.mjs'
import { measureMany, shown } from './lib/times.mjs'

const LABELS = ['praise', 'complaint', 'question', 'other']
const BATCH = 200

/**
 * Loading, listing and answering on both engines; start time and idle memory with the embedded store.
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
    const datasetId = await makeDataset(server)
    rows.push([
      `load ${records.toLocaleString('en')} records through bulk, ${BATCH} a call`,
      engine,
      await load(server, datasetId, records),
    ])
    rows.push([`list all of them, 1,000 a page`, engine, await listAll(server, datasetId, records)])
    rows.push(...(await answering(server, datasetId, engine)))
    const { perSecond, submit, page } = await answerTogether(server, datasetId, LABELS)
    const isEmbedded = engine === 'sqlite'
    rows.push(
      [`answers of ${PEOPLE} people at once`, engine, `${Math.round(perSecond)}/s`, isEmbedded ? '≥ 700/s' : '≥ 500/s'],
      ['… submit one answer', engine, shown(submit), isEmbedded ? 'p50 ≤ 10, p99 ≤ 100 ms' : ''],
      ['… my pending page of 10', engine, shown(page), ''],
    )
    await server.stop()
    server = await startServer(place.env)
    rows.push([
      'ready after the process starts',
      engine,
      `${Math.round(server.readyMs)} ms`,
      engine === 'sqlite' ? '≤ 500 ms' : '',
    ])
    await sleep(3000)
    rows.push(['idle memory', engine, `${Math.round(server.memoryMb())} MB`, engine === 'sqlite' ? '≤ 150 MB' : ''])
    await server.stop()
    await place.remove()
  }
  return { title: 'Foundation', rows }
}

/** @param {import('./lib/server.mjs').Server} server */
async function makeDataset({ call }) {
  const workspaces = await call('GET', '/api/v1/me/workspaces')
  const { id } = await call('POST', '/api/v1/datasets', { name: 'bench', workspace_id: workspaces.items[0].id })
  await call('POST', `/api/v1/datasets/${id}/fields`, {
    name: 'text',
    title: 'Text',
    required: true,
    settings: { type: 'text' },
  })
  const options = LABELS.map((value) => ({ value, text: value }))
  await call('POST', `/api/v1/datasets/${id}/questions`, {
    name: 'label',
    title: 'Label',
    required: true,
    settings: { type: 'label_selection', options },
  })
  await call('POST', `/api/v1/datasets/${id}/metadata-properties`, {
    name: 'split',
    title: 'Split',
    settings: { type: 'terms' },
  })
  await call('PUT', `/api/v1/datasets/${id}/publish`)
  return id
}

/** @param {import('./lib/server.mjs').Server} server @param {string} datasetId @param {number} records */
async function load({ call }, datasetId, records) {
  const random = randomFrom(1)
  const words = vocabulary(30_000)
  let ms = 0
  for (let at = 0; at < records; at += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, records - at) }, (_, i) => ({
      fields: { text: makeText(words, random) },
      metadata: { split: random() < 0.8 ? 'train' : 'test', number: at + i },
      external_id: `r${at + i}`,
    }))
    const started = performance.now()
    await call('POST', `/api/v1/datasets/${datasetId}/records/bulk`, { items })
    ms += performance.now() - started
  }
  return `${(ms / 1000).toFixed(1)} s, ${Math.round(records / (ms / 1000)).toLocaleString('en')} records/s`
}

/** @param {import('./lib/server.mjs').Server} server @param {string} datasetId @param {number} records */
async function listAll({ call }, datasetId, records) {
  const started = performance.now()
  let seen = 0
  for (let offset = 0; offset < records; offset += 1000) {
    const page = await call(
      'GET',
      `/api/v1/datasets/${datasetId}/records?offset=${offset}&limit=1000&include=responses&include=suggestions`,
    )
    seen += page.items.length
  }
  if (seen !== records) throw new Error(`Listed ${seen} of ${records} records.`)
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}

/** @param {import('./lib/server.mjs').Server} server @param {string} datasetId @param {string} engine */
async function answering({ call }, datasetId, engine) {
  const page = await call('GET', `/api/v1/me/datasets/${datasetId}/records?limit=500&response_status=pending`)
  const submit = await measureMany(500, (at) =>
    call('POST', `/api/v1/records/${page.items[at].id}/responses`, {
      status: 'submitted',
      values: { label: { value: LABELS[at % 4] } },
    }),
  )
  const pending = (/** @type {number} */ offset) =>
    measureMany(100, () =>
      call(
        'GET',
        `/api/v1/me/datasets/${datasetId}/records?include=responses&include=suggestions&limit=10&response_status=pending&offset=${offset}`,
      ),
    )
  return [
    ['submit one answer', engine, shown(submit), engine === 'sqlite' ? 'p50 ≤ 2 ms' : ''],
    ['my pending page of 10, offset 0', engine, shown(await pending(0)), engine === 'sqlite' ? 'p50 ≤ 1.5 ms' : ''],
    ['my pending page of 10, offset 9,990', engine, shown(await pending(9990))],
  ]
}
