import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this version. */
const HERE = fileURLToPath(new URL('../..', import.meta.url))
export const KEY = 'bench-owner-api-key'
/** PostgreSQL's error code for a database that exists already. */
const DUPLICATE_DATABASE = '42P04'

/**
 * Options of a benchmark.
 * @typedef {{ engines: string[], postgresUrl?: string, records: number }} BenchOptions
 */

/**
 * The result of a benchmark: rows with name, engine, result and goal.
 * @typedef {{ title: string, rows: string[][] }} BenchResult
 */

/** @typedef {Awaited<ReturnType<typeof startServer>>} Server */

/**
 * Create a place for a store that several servers can be started on, one after the other: a folder for SQLite, a database for PostgreSQL.
 *
 * @param {string} engine sqlite or postgres
 * @param {string} [postgresUrl]
 * @param {{ folder: string, name: string }} [kept] where to keep the store for the next run
 * @returns {Promise<{ env: Record<string, string>, remove: () => Promise<void> }>}
 */
export async function makePlace(engine, postgresUrl, kept) {
  if (engine === 'sqlite') {
    if (kept) return { env: { POSTIL_HOME: join(kept.folder, kept.name) }, remove: async () => {} }
    const home = mkdtempSync(join(tmpdir(), 'postil-bench-'))
    return { env: { POSTIL_HOME: home }, remove: async () => rmSync(home, { recursive: true, force: true }) }
  }
  const { default: pg } = await import('pg')
  const name = `postil_bench_${kept ? kept.name : randomUUID().replaceAll('-', '')}`
  const admin = async (/** @type {string} */ statement) => {
    const client = new pg.Client({ connectionString: postgresUrl })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await admin(`create database ${name}`).catch((cause) => {
    if (!kept || cause.code !== DUPLICATE_DATABASE) throw cause
  })
  const url = new URL(postgresUrl ?? '')
  url.pathname = `/${name}`
  const remove = kept ? async () => {} : () => admin(`drop database ${name} with (force)`)
  return { env: { POSTIL_DATABASE_URL: url.href }, remove }
}

/**
 * Start a built server and wait until it is ready.
 *
 * @param {Record<string, string>} env
 * @param {string[]} [options] for Node
 * @param {string} [folder] a checkout of the project in which it is built
 */
export async function startServer(env, options = [], folder = HERE) {
  const started = performance.now()
  const nodeOptions = [...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? []), ...options]
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const main = join(folder, 'packages/server/dist/main.js')
  // The command of `npm start` sets variables for glibc and options for Node, some of them by the engine.
  const words = [...nodeOptions, main].map((word) => `'${word.replaceAll("'", "'\\''")}'`)
  const command = scripts.start.replace('scripts/start.mjs', () => words.join(' '))
  const child = spawn('sh', ['-c', command], {
    env: {
      PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
      HOME: process.env.HOME ?? '',
      POSTIL_PORT: '0',
      POSTIL_HOST: '127.0.0.1',
      POSTIL_LOG_LEVEL: 'warn',
      POSTIL_OWNER_USERNAME: 'owner',
      POSTIL_OWNER_PASSWORD: 'bench-password',
      POSTIL_OWNER_API_KEY: KEY,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise((resolve) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      const found = /ready at http:\/\/localhost:(\d+)/.exec(output)
      if (found) resolve(`http://127.0.0.1:${found[1]}`)
    })
  })
  const readyMs = performance.now() - started
  return {
    url,
    pid: child.pid ?? 0,
    readyMs,
    call: caller(url, KEY),
    /** Send requests as another user, by their API key. */
    callAs: (/** @type {string} */ key) => caller(url, key),
    /** Resident memory in megabytes: current, or the maximum since the start. @param {'VmRSS' | 'VmHWM' | 'RssAnon'} which */
    memoryMb: (which = 'VmRSS') =>
      Number(new RegExp(`${which}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) /
      1024,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', resolve)
        child.kill('SIGTERM')
      }),
  }
}

/**
 * A function for requests over persistent connections with `node:http`, because `fetch` takes as long as some of the measured replies. A
 * string as body is sent unchanged.
 *
 * @param {string} url
 * @param {string} key
 */
export function caller(url, key = KEY) {
  const agent = new Agent({ keepAlive: true, noDelay: true })
  return async (/** @type {string} */ method, /** @type {string} */ path, /** @type {unknown} */ body = undefined) => {
    const sent = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
    const { status, text } = await send(agent, key, url + path, method, sent)
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 500)}`)
    return text === '' ? undefined : JSON.parse(text)
  }
}

/**
 * @param {Agent} agent
 * @param {string} key
 * @param {string} url
 * @param {string} method
 * @param {string} body
 * @returns {Promise<{ status: number, text: string }>}
 */
function send(agent, key, url, method, body) {
  return new Promise((resolve, reject) => {
    const headers = {
      'x-argilla-api-key': key,
      'content-type': 'application/json',
      'x-argilla-workspace': 'default',
      'content-length': Buffer.byteLength(body),
    }
    const sent = request(url, { agent, method, headers }, (reply) => {
      /** @type {Buffer[]} */
      const chunks = []
      reply.on('data', (chunk) => chunks.push(chunk))
      reply.on('error', reject)
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
