import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type App, buildApp } from '../app'
import { type Config, readConfig } from '../config'
import { MIGRATIONS, migrate } from '../db/migrations/migrate'
import { DDL_WORDS } from '../db/migrations/migration'
import { ensureOwner } from '../features/account/setup/setup.service'
import { openStore, storeFileIn } from '../open-store'
import { type Builders, builders } from './builders'
import { type Client, clientOf } from './client'

export type EngineName = 'sqlite' | 'postgres'

const postgresUrl = process.env.POSTIL_TEST_POSTGRES_URL

/** Every engine that tests run on: PostgreSQL only where one was brought up (`npm test` does, and says so when it cannot). */
export const engines: EngineName[] = postgresUrl ? ['sqlite', 'postgres'] : ['sqlite']

export interface TestServer extends App {
  /** The owner's API key. */
  ownerKey: string
  anonymous: Client
  /** A client that presents the API key of this user: `owner`, or one made by `build.user`. */
  as(username: string): Client
  build: Builders
  close(): Promise<void>
}

const open = new Set<TestServer>()

/** Close what is still open of the servers that tests started. */
export async function closeServers(): Promise<void> {
  await Promise.all([...open].map((server) => server.close()))
}

/** A server over a fresh store with one owner (`owner`); closed after the file's tests. */
export async function testServer(engine: EngineName, settings: Record<string, string> = {}): Promise<TestServer> {
  const place = engine === 'sqlite' ? await migratedPlace() : await postgresPlace(await migratedDatabase())
  const ownerKey = `owner-key-${randomUUID()}`
  const config: Config = readConfig({
    POSTIL_LOG_LEVEL: process.env.POSTIL_LOG_LEVEL ?? 'silent',
    POSTIL_OWNER_USERNAME: 'owner',
    POSTIL_OWNER_PASSWORD: 'owner-password',
    POSTIL_OWNER_API_KEY: ownerKey,
    POSTIL_SIGN_INS_PER_MINUTE: '1000',
    ...place.env,
    ...settings,
  })
  const store = await openStore(config)
  await migrate(store)
  const app = await buildApp(config, store)
  await ensureOwner(app.context)
  await app.server.ready()
  const keys = new Map([['owner', ownerKey]])
  const server: TestServer = {
    ...app,
    ownerKey,
    anonymous: clientOf(app.server),
    as: (username) => {
      const key = keys.get(username)
      if (!key) throw new Error(`No user ${username} was built.`)
      return clientOf(app.server, { 'x-argilla-api-key': key })
    },
    build: builders(() => server, keys),
    close: async () => {
      if (!open.delete(server)) return
      await app.server.close()
      await store.close()
      await place.remove()
    },
  }
  open.add(server)
  return server
}

export interface Place {
  /** The settings that say where the store is. */
  env: Record<string, string>
  /** After a server was killed on PostgreSQL: its jobs may be taken over now, as they may after the 30 s of its lease. */
  endLeases(): Promise<void>
  remove(): Promise<void>
}

/** Room for a fresh store; the caller removes it. */
export async function makePlace(engine: EngineName): Promise<Place> {
  return engine === 'sqlite' ? sqlitePlace() : postgresPlace()
}

function sqlitePlace(): Place {
  const home = mkdtempSync(join(tmpdir(), 'postil-test-'))
  return {
    env: { POSTIL_HOME: home, POSTIL_READERS: '1' },
    // The next start takes over everything by itself.
    endLeases: async () => {},
    remove: async () => rmSync(home, { recursive: true, force: true }),
  }
}

let migratedFile: Promise<Buffer> | undefined

/** A place with an empty store of the newest schema: a copy, since the migrations take a third of a server's start. */
async function migratedPlace(): Promise<Place> {
  migratedFile ??= (async () => {
    const { env, remove } = sqlitePlace()
    const store = await openStore(readConfig(env))
    await migrate(store).finally(() => store.close())
    const file = readFileSync(storeFile(env))
    await remove()
    return file
  })()
  const file = await migratedFile
  const place = sqlitePlace()
  writeFileSync(storeFile(place.env), file)
  return place
}

function storeFile(env: Record<string, string>): string {
  return storeFileIn(readConfig(env).home)
}

/** A database of its own for each server, empty or a copy of another. */
async function postgresPlace(template = 'template1'): Promise<Place> {
  const name = `postil_test_${randomUUID().replaceAll('-', '')}`
  await asAdmin((client) => client.query(`create database ${name} template ${template}`))
  return {
    env: { POSTIL_DATABASE_URL: urlOf(name), POSTIL_DATABASE_POOL: '4' },
    endLeases: async () => {
      await connected(urlOf(name), (client) => client.query(`update jobs set lease_until = 0 where state = 'running'`))
    },
    remove: async () => {
      await asAdmin((client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

const TEMPLATE_LOCK = 7_205_001
let template: Promise<string> | undefined

/** The name of an empty database with the newest schema: copying it takes a fraction of the time that the migrations do. */
function migratedDatabase(): Promise<string> {
  template ??= asAdmin(async (client) => {
    const steps = MIGRATIONS.map((step) => [step.name, step.statements(DDL_WORDS.postgres, 'postgres')])
    const name = `postil_schema_${createHash('sha256').update(JSON.stringify(steps)).digest('hex').slice(0, 16)}`
    // Test files run in several processes: one of them makes it. It has its name only once it is complete.
    await client.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`)
    const known = await client.query('select from pg_database where datname = $1', [name])
    if (known.rowCount === 1) return name
    const unfinished = `${name}_unfinished`
    await client.query(`drop database if exists ${unfinished} with (force)`)
    await client.query(`create database ${unfinished}`)
    const store = await openStore(readConfig({ POSTIL_DATABASE_URL: urlOf(unfinished) }))
    await migrate(store).finally(() => store.close())
    await client.query(`alter database ${unfinished} rename to ${name}`)
    return name
  })
  return template
}

function asAdmin<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  return connected(postgresUrl, work)
}

async function connected<Result>(
  connectionString: string | undefined,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return work(client).finally(() => client.end())
}

function urlOf(database: string): string {
  if (!postgresUrl) throw new Error('POSTIL_TEST_POSTGRES_URL is not set.')
  const url = new URL(postgresUrl)
  url.pathname = `/${database}`
  return url.href
}
