import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePlace, startServer } from './server.mjs'
import { makeText, randomFrom, vocabulary } from './texts.mjs'
import { shownNumber } from './times.mjs'

export const LABELS = ['praise', 'complaint', 'question', 'other']
const BATCH = 200

/** @typedef {Awaited<ReturnType<typeof makeWorld>>} World */

/**
 * A server with a number of records with vectors. With BENCH_KEEP=folder the store is kept there and reused by the next run.
 *
 * @param {string} engine
 * @param {string | undefined} postgresUrl
 * @param {number} records
 */
export async function openWorld(engine, postgresUrl, records) {
  const folder = process.env.BENCH_KEEP
  if (!folder) {
    const place = await makePlace(engine, postgresUrl)
    const server = await startServer(place.env)
    return { place, server, world: await makeWorld(server, records) }
  }
  const place = await makePlace(engine, postgresUrl, { folder, name: `${engine}_${records}` })
  const server = await startServer(place.env)
  const file = join(folder, `${engine}_${records}.json`)
  /** @type {World} */
  const world = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : await makeWorld(server, records)
  writeFileSync(file, JSON.stringify(world))
  return { place, server, world }
}

/** A dataset to be searched, without records. @param {import('./server.mjs').Server} server */
export async function configureSearchDataset({ call }) {
  const { items } = await call('GET', '/api/v1/me/workspaces')
  const { id } = await call('POST', '/api/v1/datasets', { name: 'search', workspace_id: items[0].id })
  const settings = { type: 'text' }
  await call('POST', `/api/v1/datasets/${id}/fields`, { name: 'text', title: 'Text', required: true, settings })
  const options = LABELS.map((value) => ({ value, text: value }))
  const question = await call('POST', `/api/v1/datasets/${id}/questions`, {
    name: 'label',
    title: 'Label',
    required: true,
    settings: { type: 'label_selection', options },
  })
  for (const [name, type] of [
    ['split', 'terms'],
    ['number', 'integer'],
  ])
    await call('POST', `/api/v1/datasets/${id}/metadata-properties`, { name, title: name, settings: { type } })
  await call('PUT', `/api/v1/datasets/${id}/publish`)
  return { datasetId: id, questionId: question.id }
}

/** A dataset of so many records with suggestions and vectors. @param {import('./server.mjs').Server} server @param {number} records */
export async function makeWorld(server, records) {
  const { call } = server
  const { datasetId: id, questionId } = await configureSearchDataset(server)
  const random = randomFrom(1)
  const words = vocabulary(30_000)
  let ms = 0
  let texts = ['']
  for (let at = 0; at < records; at += BATCH) {
    texts = Array.from({ length: Math.min(BATCH, records - at) }, () => makeText(words, random))
    const batch = texts.map((text, i) => ({
      fields: { text },
      metadata: { split: random() < 0.8 ? 'train' : 'test', number: at + i },
      suggestions: [{ question_id: questionId, value: LABELS[i % 4], score: random(), agent: 'model-1' }],
    }))
    const started = performance.now()
    await call('POST', `/api/v1/datasets/${id}/records/bulk`, { items: batch })
    ms += performance.now() - started
  }
  const loaded = `${(ms / 1000).toFixed(1)} s, ${shownNumber(Math.round(records / (ms / 1000)))} records/s`
  const phrase = (texts[0] ?? '').split(' ').slice(3, 5).join(' ')
  const me = await call('GET', '/api/v1/me')
  const vectors = await makeVectors(server, id)
  return { datasetId: id, userId: me.id, questionId, words, phrase, loaded, vectors }
}

/** @param {import('./server.mjs').Server} server @param {string} datasetId */
async function makeVectors({ call }, datasetId) {
  const started = performance.now()
  await call('POST', `/api/v1/datasets/${datasetId}/vectors-settings/lexical`)
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const { total, done } = await call('GET', `/api/v1/datasets/${datasetId}/vectors-settings/lexical`)
    if (done === total) return `${((performance.now() - started) / 1000).toFixed(1)} s`
  }
}
