import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { KEY, makePlace, startServer } from './lib/server.mjs'

const MEGABYTE = 1024 * 1024
const GOAL = '≤ 100 ms'

const fill = (/** @type {string} */ unit, /** @type {number} */ bytes) => unit.repeat(Math.floor(bytes / unit.length))
const vector = `[${fill('0.5,', 4 * 1536)}0.5]`
/** A label schema of the maximum size. */
const LABELS = Array.from({ length: 10_000 }, (_, n) => `${n} ${fill('e', 120)}`)
/** Rules of the maximum number and total length. */
const RULES = Array.from({ length: 1024 }, (_, n) => `text:${n}* OR "${fill('a ', 32)}"`)

/**
 * Bodies that take long to parse, validate or refuse, each with its route and the number of concurrent requests.
 *
 * @type {Record<string, { route: keyof Awaited<ReturnType<typeof makeWorld>>, times: number, body: () => string }>}
 */
const BODIES = {
  'nothing else': { route: 'records', times: 1, body: () => '{}' },
  '16 bodies of 20 MB, one text each': {
    route: 'records',
    times: 16,
    body: () => `{"items":[{"fields":{"text":"${fill('x', 20 * MEGABYTE)}"}},5]}`,
  },
  '4 bodies of 20 MB full of escapes': {
    route: 'records',
    times: 4,
    body: () => `{"items":[{"fields":{"text":"${fill('\\n\\u00e9', 20 * MEGABYTE)}"}},5]}`,
  },
  '4 bodies of 20 MB without end': {
    route: 'records',
    times: 4,
    body: () => `{"items":[{"fields":{"text":"${fill('\\"', 20 * MEGABYTE)}NaN`,
  },
  '500 records with five vectors each, 15 MB': {
    route: 'records',
    times: 1,
    body: () =>
      `{"items":[${Array.from({ length: 500 }, () => `{"fields":{"text":"a"},"vectors":{"a":${vector},"b":${vector},"c":${vector},"d":${vector},"e":${vector}}}`).join(',')}]}`,
  },
  'a million objects of nothing': { route: 'records', times: 2, body: () => `[${fill('{},', 2.9 * MEGABYTE)}{}]` },
  'four million numbers': { route: 'records', times: 2, body: () => `{"items":[${fill('1,', 8 * MEGABYTE)}1]}` },
  'a record of two million tokens': {
    route: 'classic',
    times: 2,
    body: () => `{"records":[{"text":"${fill('a ', 4 * MEGABYTE)}","tokens":[${fill('"a",', 8 * MEGABYTE)}"a"]}]}`,
  },
  'hundreds of thousands of wrong values': {
    route: 'classic',
    times: 2,
    body: () => `{"records":[{"text":"a","tokens":[${fill('{},', 2 * MEGABYTE)}{}]}]}`,
  },
  'a schema of 10,000 labels': {
    route: 'labels',
    times: 4,
    body: () => JSON.stringify({ label_schema: { labels: LABELS.map((name) => ({ id: name, name })) } }),
  },
  'a schema of 10,000 wrong labels': {
    route: 'labels',
    times: 4,
    body: () => JSON.stringify({ label_schema: { labels: LABELS.map((name) => ({ id: name })) } }),
  },
  'another order of 10,000 labels': {
    route: 'labelChange',
    times: 4,
    body: () => JSON.stringify({ kind: 'reorder', order: LABELS.toReversed() }),
  },
  'a rule of 32,768 characters': {
    route: 'rules',
    times: 4,
    body: () =>
      JSON.stringify({
        query: `${fill('(a OR b*) AND ', 32_760)}c`,
        labels: LABELS.slice(0, 100).map((l) => l.slice(0, 128)),
      }),
  },
  'a rule of 32,768 brackets': {
    route: 'rules',
    times: 4,
    body: () => JSON.stringify({ query: fill('(', 32_768), labels: ['a'] }),
  },
  'a search for what 1,024 rules do not find': {
    route: 'ruleSearch',
    times: 4,
    body: () => JSON.stringify({ query: { uncovered_by_rules: RULES } }),
  },
}

/**
 * The longest time without any reply while the server receives hostile bodies, with and without credentials.
 *
 * @param {import('./lib/server.mjs').BenchOptions} options
 * @returns {Promise<import('./lib/server.mjs').BenchResult>}
 */
export async function measure({ engines, postgresUrl }) {
  /** @type {string[][]} */
  const rows = []
  for (const engine of engines) {
    const place = await makePlace(engine, postgresUrl)
    const server = await startServer(place.env)
    const paths = await makeWorld(server)
    const prober = fork(new URL('./lib/probe-health.mjs', import.meta.url), [server.url])
    await once(prober, 'message')
    const longestMs = async () => {
      const answer = once(prober, 'message')
      prober.send('take')
      return Number((await answer)[0])
    }
    for (const [what, { route, times, body }] of Object.entries(BODIES)) {
      if (process.env.BENCH_ROWS !== undefined && !what.includes(process.env.BENCH_ROWS)) continue
      const bytes = Buffer.from(body())
      for (const [caller, key] of /** @type {const} */ ([
        ['a stranger', undefined],
        ['a user', KEY],
      ])) {
        await longestMs()
        const statuses = await Promise.all(
          Array.from({ length: times }, () => send(server.url, paths[route], key, bytes)),
        )
        const replies = [...new Set(statuses)].join(', ')
        rows.push([
          `longest silence: ${what}, from ${caller} (${replies})`,
          engine,
          `${(await longestMs()).toFixed(0)} ms`,
          GOAL,
        ])
      }
    }
    prober.kill()
    await server.stop()
    await place.remove()
  }
  return { title: 'Hostile bodies', rows }
}

/** @param {import('./lib/server.mjs').Server} server */
async function makeWorld({ call }) {
  const workspaces = await call('GET', '/api/v1/me/workspaces')
  const { id } = await call('POST', '/api/v1/datasets', { name: 'hostile', workspace_id: workspaces.items[0].id })
  const field = { name: 'text', title: 'Text', required: true, settings: { type: 'text' } }
  await call('POST', `/api/v1/datasets/${id}/fields`, field)
  const question = { name: 'words', title: 'Words', required: true, settings: { type: 'text' } }
  await call('POST', `/api/v1/datasets/${id}/questions`, question)
  for (const name of 'abcde')
    await call('POST', `/api/v1/datasets/${id}/vectors-settings`, { name, title: name, dimensions: 1537 })
  await call('PUT', `/api/v1/datasets/${id}/publish`)
  await call('POST', '/api/datasets', { name: 'classic', task: 'TokenClassification', workspace: 'default' })
  await call('POST', '/api/datasets', { name: 'ruled', task: 'TextClassification', workspace: 'default' })
  /** @type {(path: string, method?: string) => { method: string, path: string }} */
  const at = (path, method = 'POST') => ({ method, path })
  return {
    records: at(`/api/v1/datasets/${id}/records/bulk`),
    classic: at('/api/datasets/classic/TokenClassification:bulk?workspace=default'),
    labels: at('/api/datasets/classic/TokenClassification/settings?workspace=default', 'PUT'),
    labelChange: at('/api/datasets/classic/labels:change?workspace=default'),
    rules: at('/api/datasets/ruled/TextClassification/labeling/rules?workspace=default'),
    ruleSearch: at('/api/datasets/ruled/TextClassification:search?workspace=default'),
  }
}

const agent = new Agent({ keepAlive: false })

/**
 * Send a body and resolve with the status, or `cut off` when the server closed the connection before the whole body was sent.
 *
 * @param {string} url of the server
 * @param {{ method: string, path: string }} route
 * @param {string | undefined} key
 * @param {Buffer} body
 * @returns {Promise<number | string>}
 */
function send(url, { method, path }, key, body) {
  return new Promise((resolve) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      ...(key && { 'x-argilla-api-key': key }),
    }
    const sent = request(url + path, { agent, method, headers }, (reply) => {
      reply.resume()
      reply.on('end', () => resolve(reply.statusCode ?? 0))
      reply.on('error', () => resolve('cut off'))
    })
    sent.on('error', () => resolve('cut off'))
    sent.end(body)
  })
}
