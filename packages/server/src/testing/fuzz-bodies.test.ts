import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Spawned, spawnServer } from './spawn-server'
import { engines, makePlace, type Place } from './test-server'

/**
 * Slow, huge and hostile bodies from strangers and from users. Whatever is sent, the server lives, answers below 500 (503: too much at once),
 * and answers others meanwhile: how long these waited at most is printed for each kind of body. The goal is 100 ms; these times are printed, not asserted.
 */
const KEY = 'fuzz-bodies-owner-key'
const GOAL_MS = 100
const MEGABYTE = 1024 * 1024
/** Most of what is sent has this size. In quadratic time each would take hours, and end the test by its time limit. */
const SIZE = 2 * MEGABYTE

const fill = (unit: string, bytes = SIZE) => unit.repeat(Math.floor(bytes / unit.length))
const list = (item: string, bytes = SIZE) => `[${fill(`${item},`, bytes)}${item}]`

/** Texts that are no JSON, or JSON of a kind that no client sends. */
const ODD: Record<string, string> = {
  'escaped quotes in an unclosed string, and NaN': `"${fill('\\"')}NaN`,
  'the same behind a long number': `[1234567890123456789,"${fill('\\"')}NaN`,
  'strings without end': `[NaN,1234567890123456789${fill(',""')}`,
  'a number without end': `[1234567890123456789,${fill('1')}`,
  'signs and points': `[1234567890123456789,NaN${fill('-1.')}`,
  'empty objects': list('{}', 16 * MEGABYTE),
  'numbers in a list': list('1', 12 * MEGABYTE),
  'open brackets': fill('['),
  'nested objects': fill('{"a":'),
  blanks: fill(' '),
  'bytes that are no UTF-8': fill('\ufffd'),
  'many keys': `{${Array.from({ length: 200_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
}

/** Texts for the places where users' texts are taken apart. */
const TEXTS: Record<string, string> = {
  'marks on one letter': `a${fill('\u0301\u0316', MEGABYTE)}`,
  'one long word': fill('a', MEGABYTE),
  'digits and a letter': `${fill('1', MEGABYTE)}x`,
  'joined emoji': fill('👩\u200d', MEGABYTE),
  'stars and letters': fill('*a', 30_000),
  'escaped stars': fill('\\*', 30_000),
  'unclosed quotes': fill('"a ', 30_000),
  'unclosed brackets': fill('(a', 30_000),
  'a slow expression': `/(${fill('(a*)*', 900)})b/`,
  'date arithmetic': `metadata.n:[2020||${fill('+1d', 30_000)} TO *]`,
}

/** Without credentials, not JSON or not of the route's shape, too large, or too much at once. */
const REFUSED = [400, 401, 413, 422, 503]

type Bodies = (text: string, ids: Ids) => unknown

interface Ids {
  datasetId: string
  questionId: string
}

/** The routes that parse most, each with a body that contains a given text. */
const ROUTES: Record<string, { method: string; path: (ids: Ids) => string; body: Bodies }> = {
  'sign in': { method: 'POST', path: () => '/api/v1/token', body: (text) => ({ username: text, password: text }) },
  'add records': {
    method: 'POST',
    path: ({ datasetId }) => `/api/v1/datasets/${datasetId}/records/bulk`,
    body: (text, { questionId }) => ({
      items: [{ fields: { text }, metadata: { m: text }, suggestions: [{ question_id: questionId, value: text }] }],
    }),
  },
  'search records': {
    method: 'POST',
    path: ({ datasetId }) => `/api/v1/datasets/${datasetId}/records/search`,
    body: (text) => ({ query: { text: { q: text } } }),
  },
  'save answers': {
    method: 'POST',
    path: () => '/api/v1/me/responses/bulk',
    body: (text) => ({ items: [{ record_id: text, status: 'draft', values: { label: { value: text } } }] }),
  },
  'log classic records': {
    method: 'POST',
    path: () => '/api/datasets/classic/TokenClassification:bulk?workspace=default',
    body: (text) => ({
      records: [{ text, tokens: text.split(' '), metadata: { k: text }, prediction: { agent: 'a', entities: [] } }],
    }),
  },
  'search classic records': {
    method: 'POST',
    path: () => '/api/datasets/classic/TokenClassification:search?workspace=default',
    body: (text) => ({ query: { query_text: text, metadata: { n: [text] } } }),
  },
  'export classic records': {
    method: 'POST',
    path: () => '/api/datasets/classic/records/:search?workspace=default',
    body: (text) => ({ fields: [text], query: { query_text: text.slice(0, 900) }, next_page_cfg: text }),
  },
}

describe.each(engines)('hostile bodies on %s', (engine) => {
  let place: Place
  let server: Spawned
  let prober: Prober
  let ids: Ids
  const longestMs = new Map<string, number>()

  beforeAll(async () => {
    place = await makePlace(engine)
    server = await spawnServer({
      ...place.env,
      POSTIL_OWNER_USERNAME: 'owner',
      POSTIL_OWNER_PASSWORD: 'owner-password',
      POSTIL_OWNER_API_KEY: KEY,
      POSTIL_SLOW_BODY_SECONDS: '2',
      POSTIL_SIGN_INS_PER_MINUTE: '1000',
    })
    prober = await startProber(server.url)
    ids = await makeDatasets(server.url)
  })

  afterAll(async () => {
    const rows = [...longestMs].sort(([, one], [, other]) => other - one)
    const lines = rows.map(([what, ms]) => `  ${String(Math.round(ms)).padStart(6)} ms  ${what}`)
    console.log(`longest silence on ${engine} (goal ${GOAL_MS} ms):\n${lines.join('\n')}`)
    prober?.stop()
    await server?.end('SIGKILL')
    await place?.remove()
  })

  const callers = [
    ['a stranger', {}],
    ['a user', { 'x-argilla-api-key': KEY }],
  ] as const

  it.each(Object.keys(TEXTS))('texts of %s', async (name) => {
    for (const [caller, headers] of callers) {
      await prober.take()
      for (const { method, path, body } of Object.values(ROUTES))
        await send(server.url + path(ids), method, headers, JSON.stringify(body(TEXTS[name] ?? '', ids)))
      longestMs.set(`texts of ${name}, from ${caller}`, await prober.take())
    }
  })

  it('hundreds of thousands of wrong values', async () => {
    const wrong = list('{}')
    const wrongKeys = `{${Array.from({ length: 20_000 }, (_, n) => `"k ${n}":{"value":{}}`).join(',')}}`
    const bodies: Record<string, string[]> = {
      'add records': [
        `{"items":${wrong}}`,
        `{"items":[{"fields":${wrongKeys}}]}`,
        `{"items":[{"metadata":${wrongKeys}}]}`,
      ],
      'search records': [`{"filters":{"and":${wrong}}}`, `{"sort":${wrong}}`],
      'save answers': [`{"items":[{"record_id":1,"status":"draft","values":${wrongKeys}}]}`],
      'log classic records': [`{"records":[{"text":"a","tokens":${wrong}}]}`, `{"records":${wrong}}`],
      'search classic records': [
        `{"query":{"ids":${wrong}}}`,
        `{"query":{"metadata":${wrongKeys}}}`,
        `{"sort":${wrong}}`,
      ],
      'export classic records': [`{"fields":${wrong}}`, `{"query":{"predicted_as":${wrong}}}`],
    }
    await prober.take()
    for (const [name, texts] of Object.entries(bodies))
      for (const [at, body] of texts.entries()) {
        const { method, path } = ROUTES[name] ?? { method: '', path: () => '' }
        await send(server.url + path(ids), method, { 'x-argilla-api-key': KEY }, body)
        longestMs.set(`wrong values, ${name} ${at}`, await prober.take())
      }
  })

  // Parsed and refused by the HTTP thread, which asks the store only who calls: with another engine they would take the same way.
  if (engine === engines[0]) {
    it.each(Object.keys(ODD))('%s', async (name) => {
      for (const [caller, headers] of callers) {
        await prober.take()
        for (const { method, path } of Object.values(ROUTES))
          await send(server.url + path(ids), method, headers, ODD[name] ?? '', REFUSED)
        longestMs.set(`${name}, from ${caller}`, await prober.take())
      }
    })

    it('hundreds of bodies that come a byte at a time', async () => {
      const { port } = new URL(server.url)
      const key = `x-argilla-api-key: ${KEY}\r\n`
      await prober.take()
      const cut = Array.from({ length: 200 }, async (_, n) => {
        const socket = connect(Number(port), '127.0.0.1')
        socket.on('error', () => {})
        socket.resume()
        const { path } = Object.values(ROUTES)[n % Object.keys(ROUTES).length] ?? { path: () => '/' }
        socket.write(
          `POST ${path(ids)} HTTP/1.1\r\nhost: localhost\r\n${n % 2 ? key : ''}content-length: 60000\r\n\r\n`,
        )
        const timer = setInterval(() => socket.write('['), 200)
        await new Promise((resolve) => socket.once('close', resolve))
        clearInterval(timer)
      })
      await Promise.all(cut)
      longestMs.set('200 bodies a byte at a time', await prober.take())
    })

    it('many large bodies at once', async () => {
      await prober.take()
      const body = `{"items":[{"fields":{"text":"${'x'.repeat(20 * MEGABYTE)}"}},5]}`
      const path = ROUTES['add records']?.path(ids) ?? ''
      const sending = Array.from({ length: 16 }, (_, n) =>
        send(server.url + path, 'POST', n % 4 ? { 'x-argilla-api-key': KEY } : {}, body, [401, 422, 503]),
      )
      await Promise.all(sending)
      longestMs.set('16 bodies of 20 MB at once', await prober.take())
    })
  }
})

/** Send a body and check the answer. */
async function send(
  url: string,
  method: string,
  headers: Record<string, string>,
  body: string,
  expected?: readonly number[],
): Promise<void> {
  const type = { 'content-type': 'application/json' }
  const reply = await fetch(url, { method, body, headers: { ...type, ...headers } })
  const text = await reply.text()
  const said = `${method} ${url} ${body.slice(0, 80)}… (${body.length}) → ${reply.status} ${text.slice(0, 300)}`
  if (expected) expect(expected, said).toContain(reply.status)
  else expect(reply.status, said).toBeLessThan(500)
}

interface Prober {
  /** The longest that an answer took since the last time this was asked, in milliseconds. */
  take(): Promise<number>
  stop(): void
}

/** A process of its own that asks for an answer all the time: this one is busy with the bodies. */
async function startProber(url: string): Promise<Prober> {
  const code = `
    const { Agent, get } = require('node:http')
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    let longest = 0
    const ask = () => {
      const started = performance.now()
      const done = () => { longest = Math.max(longest, performance.now() - started); setTimeout(ask, 5) }
      get(process.argv[1] + '/healthz', { agent }, (reply) => reply.resume().on('end', done)).on('error', done)
    }
    process.on('message', () => { process.send(longest); longest = 0 })
    process.on('disconnect', () => process.exit())
    ask()
    process.send('ready')
  `
  const child: ChildProcess = spawn(process.execPath, ['-e', code, url], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return {
    take: async () => {
      const answer = once(child, 'message')
      child.send('take')
      return Number((await answer)[0])
    },
    stop: () => child.kill(),
  }
}

/** A feedback dataset and a classic one. */
async function makeDatasets(url: string): Promise<Ids> {
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { 'x-argilla-api-key': KEY, 'content-type': 'application/json' }
    const reply = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`)
    return reply.json()
  }
  const workspaces = await call('GET', '/api/v1/me/workspaces')
  const dataset = await call('POST', '/api/v1/datasets', { name: 'd', workspace_id: workspaces.items[0].id })
  const base = `/api/v1/datasets/${dataset.id}`
  await call('POST', `${base}/fields`, { name: 'text', title: 'Text', required: true, settings: { type: 'text' } })
  const question = await call('POST', `${base}/questions`, {
    name: 'label',
    title: 'Label',
    required: true,
    settings: { type: 'text' },
  })
  await call('PUT', `${base}/publish`)
  await call('POST', '/api/datasets', { name: 'classic', task: 'TokenClassification', workspace: 'default' })
  return { datasetId: dataset.id, questionId: question.id }
}
