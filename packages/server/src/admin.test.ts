import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from './config'
import { loadSqlite } from './db/engines/sqlite/driver'
import { MIGRATIONS, migrate } from './db/migrations/migrate'
import { openStore } from './open-store'
import { type Spawned, spawnServer } from './testing/spawn-server'
import { engines, makePlace } from './testing/test-server'

const SCRIPT = fileURLToPath(new URL('../../../scripts/admin.mjs', import.meta.url))
const KEY = 'backup-test-owner-key'
const OWNER = { POSTIL_OWNER_USERNAME: 'owner', POSTIL_OWNER_PASSWORD: 'owner-password', POSTIL_OWNER_API_KEY: KEY }

const makeFolder = () => mkdtempSync(join(tmpdir(), 'postil-backup-'))
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** Run `npm run backup` or another of these commands, without npm. */
function run(home: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return runIn({ POSTIL_HOME: home }, ...args)
}

async function runIn(settings: Record<string, string>, ...args: string[]) {
  const env = { ...process.env, INIT_CWD: '/', ...settings }
  const child = spawn(process.execPath, [SCRIPT, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, err }
}

function makeWorkspace({ url }: Spawned, name: string): Promise<Response> {
  const headers = { 'x-argilla-api-key': KEY, 'content-type': 'application/json' }
  return fetch(`${url}/api/v1/workspaces`, { method: 'POST', headers, body: JSON.stringify({ name }) })
}

async function workspacesOf({ url }: Spawned): Promise<string[]> {
  const reply = await fetch(`${url}/api/v1/me/workspaces`, { headers: { 'x-argilla-api-key': KEY } })
  return (await reply.json()).items.map(({ name }: { name: string }) => name)
}

describe('npm run backup', () => {
  it('ends while the store is written to, and holds all that was acknowledged before it began', async () => {
    const home = makeFolder()
    const server = await spawnServer({ POSTIL_HOME: home, ...OWNER })
    let isOver = false
    const acknowledged: string[] = []
    const writing = (async () => {
      for (let n = 0; !isOver; n += 1) {
        if ((await makeWorkspace(server, `written-${n}`)).status === 201) acknowledged.push(`written-${n}`)
      }
    })()
    while (acknowledged.length < 20) await sleep(10)
    const before = [...acknowledged]
    const file = join(makeFolder(), 'folder', 'copy.sqlite')
    const backup = await run(home, 'backup', file)
    isOver = true
    await writing
    expect(backup).toMatchObject({ code: 0, err: '' })
    expect(backup.out).toMatch(
      /^The store was copied to .*copy\.sqlite in .* s, and the copy was checked\.\n {2}schema/,
    )
    expect(modeOf(file)).toBe('600')
    expect(readdirSync(join(file, '..'))).toEqual(['copy.sqlite'])
    await server.end('SIGTERM')

    const otherHome = join(makeFolder(), 'other')
    expect(await run(otherHome, 'restore', file)).toMatchObject({ code: 0, err: '' })
    const restored = await spawnServer({ POSTIL_HOME: otherHome })
    expect(await workspacesOf(restored)).toEqual(expect.arrayContaining(before))
    await restored.end('SIGTERM')
  })

  it('overwrites nothing, and says what it needs', async () => {
    const home = makeFolder()
    const file = join(home, 'there')
    writeFileSync(file, 'mine')
    expect(await run(home, 'backup', file)).toMatchObject({ code: 1, err: expect.stringContaining('no store at') })
    writeFileSync(join(home, 'postil.sqlite'), '')
    expect(await run(home, 'backup', file)).toMatchObject({ code: 1, err: expect.stringContaining('exists already') })
    expect(await run(home, 'backup')).toMatchObject({ code: 1, err: expect.stringContaining('Usage: npm run backup') })
    expect(await run(home, 'backup', 'a', '--verify')).toMatchObject({ code: 1, err: expect.stringContaining('Usage') })
    expect(statSync(file).size).toBe(4)
  })
})

describe.each(engines)('npm run password, on %s', (engine) => {
  const signIn = async ({ url }: Spawned, password: string) => {
    const reply = await fetch(`${url}/api/security/token`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'owner', password }),
    })
    const { access_token } = await reply.json()
    return { status: reply.status, headers: { authorization: `Bearer ${access_token}` } }
  }
  const readOwn = async ({ url }: Spawned, headers: Record<string, string>) =>
    (await fetch(`${url}/api/me`, { headers })).status

  it('lets an owner in again whose password is lost, and signs out whoever used it', async () => {
    const place = await makePlace(engine)
    let server = await spawnServer({ ...place.env, ...OWNER })
    const before = await signIn(server, OWNER.POSTIL_OWNER_PASSWORD)
    expect(await readOwn(server, before.headers)).toBe(200)
    // The embedded store has one server, which has to be stopped first; on PostgreSQL it may run.
    if (engine === 'sqlite') {
      const refused = await runIn(place.env, 'password', 'owner')
      expect(refused).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('Another Postil server is using'),
      })
      await server.end('SIGTERM')
    }
    const made = await runIn(place.env, 'password', 'owner')
    expect(made).toMatchObject({ code: 0, err: '' })
    const [, password = ''] = /^The new password of owner is\n {2}(\S+)\n/.exec(made.out) ?? []
    if (engine === 'sqlite') server = await spawnServer(place.env)
    expect((await signIn(server, OWNER.POSTIL_OWNER_PASSWORD)).status).toBe(401)
    expect(await readOwn(server, before.headers)).toBe(401)
    expect(await readOwn(server, (await signIn(server, password)).headers)).toBe(200)
    expect(await readOwn(server, { 'x-argilla-api-key': KEY })).toBe(200)
    await server.end('SIGTERM')
    await place.remove()
  })

  it('changes nothing without such a user, and makes no store', async () => {
    const place = await makePlace(engine)
    const server = await spawnServer({ ...place.env, ...OWNER })
    await server.end('SIGTERM')
    const unknown = await runIn(place.env, 'password', 'Owner')
    expect(unknown).toMatchObject({ code: 1, out: '', err: 'There is no user "Owner". Nothing was changed.\n' })
    expect((await runIn(place.env, 'password')).err).toMatch(/One username is needed\.\nUsage: npm run password/)
    const empty = makeFolder()
    expect((await run(empty, 'password', 'owner')).err).toMatch(/^There is no store at /)
    expect(readdirSync(empty)).toEqual([])
    await place.remove()
  })

  it('refuses a store that is empty or of another version, in one sentence', async () => {
    const place = await makePlace(engine)
    const refusal = async () => {
      const { code, out, err } = await runIn(place.env, 'password', 'owner')
      expect({ code, out }).toEqual({ code: 1, out: '' })
      return err
    }
    const tooOld = 'The store is empty, or of an older Postil: start the server once first. Nothing was changed.\n'
    if (engine === 'sqlite') writeFileSync(join(place.env.POSTIL_HOME ?? '', 'postil.sqlite'), '')
    expect(await refusal()).toBe(tooOld)

    const store = await openStore(readConfig(place.env))
    await migrate(store, MIGRATIONS.slice(0, -1))
    await store.close()
    expect(await refusal()).toBe(tooOld)

    const newer = await openStore(readConfig(place.env))
    await migrate(newer, [...MIGRATIONS, { name: '9000-future', statements: () => [] }])
    await newer.close()
    expect(await refusal()).toMatch(/^This store was written by a newer Postil \(it has 9000-future\)\..*\n$/)
    await place.remove()
  })
})

it('npm run password says in one sentence that the database does not answer', async () => {
  const refused = await runIn({ POSTIL_DATABASE_URL: 'postgres://me@127.0.0.1:1/none' }, 'password', 'owner')
  expect(refused).toEqual({ code: 1, out: '', err: 'PostgreSQL does not answer at POSTIL_DATABASE_URL.\n' })
})

/** The guide's own commands (docs/guides/running.md). */
describe.runIf(engines.includes('postgres'))('pg_dump and pg_restore', () => {
  it('copy a store that is used, and bring it back into an empty database', async () => {
    const [place, other] = [await makePlace('postgres'), await makePlace('postgres')]
    const server = await spawnServer({ ...place.env, ...OWNER })
    expect((await makeWorkspace(server, 'in-the-dump')).status).toBe(201)
    const file = join(makeFolder(), 'postil.dump')
    const pg = async (program: string, ...args: string[]) => {
      const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
      const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
      expect([code, err]).toEqual([0, ''])
    }
    await pg('pg_dump', '--format=custom', `--file=${file}`, place.env.POSTIL_DATABASE_URL ?? '')
    await server.end('SIGTERM')
    const into = `--dbname=${other.env.POSTIL_DATABASE_URL}`
    await pg('pg_restore', '--no-owner', '--single-transaction', '--exit-on-error', into, file)
    const restored = await spawnServer(other.env)
    expect(await workspacesOf(restored)).toEqual(expect.arrayContaining(['default', 'in-the-dump']))
    expect((await makeWorkspace(restored, 'after-the-restore')).status).toBe(201)
    await restored.end('SIGTERM')
    await Promise.all([place.remove(), other.remove()])
  })
})

describe('npm run restore', () => {
  let home: string
  let file: string
  beforeAll(async () => {
    home = makeFolder()
    file = join(makeFolder(), 'copy.sqlite')
    const server = await spawnServer({ POSTIL_HOME: home, ...OWNER })
    await makeWorkspace(server, 'in-the-backup')
    expect((await run(home, 'backup', file)).err).toBe('')
    await makeWorkspace(server, 'after-the-backup')
    // Its -wal stays behind, as after a crash.
    await server.end('SIGKILL')
  })

  it('--verify says what the backup holds, and changes nothing', async () => {
    const empty = makeFolder()
    const verified = await run(empty, 'restore', file, '--verify')
    expect(verified).toMatchObject({ code: 0, err: '' })
    expect(verified.out).toMatch(
      /can be restored\. Nothing was changed\.\n {2}schema +\d{4}-.*\n {2}users +1\n {2}workspaces +2\n/,
    )
    expect(readdirSync(empty)).toEqual([])
    expect(readdirSync(join(file, '..'))).toEqual(['copy.sqlite'])
  })

  it('refuses while a server uses the store', async () => {
    const server = await spawnServer({ POSTIL_HOME: home })
    const refused = await run(home, 'restore', file, '--replace')
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('A Postil server is using') })
    expect(await workspacesOf(server)).toContain('after-the-backup')
    await server.end('SIGKILL')
  })

  it('replaces a store only when told, and keeps the old one whole', async () => {
    expect(existsSync(join(home, 'postil.sqlite-wal'))).toBe(true)
    const refused = await run(home, 'restore', file)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Add --replace') })
    const restored = await run(home, 'restore', file, '--replace')
    expect(restored).toMatchObject({ code: 0, err: '' })
    expect(modeOf(join(home, 'postil.sqlite'))).toBe('600')
    const kept = /is kept as (.*)\.\n/.exec(restored.out)?.[1] ?? ''
    expect(modeOf(kept)).toBe('600')

    const server = await spawnServer({ POSTIL_HOME: home })
    expect(await workspacesOf(server)).toEqual(expect.arrayContaining(['default', 'in-the-backup']))
    expect(await workspacesOf(server)).not.toContain('after-the-backup')
    await server.end('SIGTERM')

    const oldHome = makeFolder()
    copyFileSync(kept, join(oldHome, 'postil.sqlite'))
    const old = await spawnServer({ POSTIL_HOME: oldHome })
    expect(await workspacesOf(old)).toContain('after-the-backup')
    await old.end('SIGTERM')
  })

  it('refuses what is cut short, damaged, newer, or no backup, and leaves the store alone', async () => {
    const folder = makeFolder()
    const broken = (name: string, change: (path: string) => void) => {
      const path = join(folder, name)
      copyFileSync(file, path)
      change(path)
      return path
    }
    const withSql = (sql: string) => (path: string) => {
      const Sqlite = loadSqlite()
      const db = new Sqlite(path)
      db.exec(sql)
      db.close()
    }
    const cases: [string, RegExp][] = [
      [broken('letter', (path) => writeFileSync(path, 'no database '.repeat(400))), /not a sound backup/],
      [broken('half', (path) => writeFileSync(path, readFileSync(file).subarray(0, 40_960))), /not a sound backup/],
      [
        broken('damaged', (path) => writeFileSync(path, readFileSync(file).fill(0xff, 8192, 12_288))),
        /not a sound backup/,
      ],
      [broken('newer', withSql(`insert into migrations values ('9999-future', 1)`)), /written by a newer Postil/],
      [broken('other', withSql('drop table migrations')), /not a store of Postil/],
      [
        broken('orphans', withSql(`pragma foreign_keys = off; delete from users`)),
        /rows refer to rows that are missing/,
      ],
      [join(folder, 'nothing'), /There is no file/],
    ]
    const fresh = join(folder, 'home')
    for (const [path, sentence] of cases) {
      const refused = await run(fresh, 'restore', path)
      expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(sentence) })
    }
    expect(existsSync(join(fresh, 'postil.sqlite'))).toBe(false)
  })
})
