import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { runAdmin } from './admin'
import { readConfig } from './config'
import { backUpStore } from './db/engines/sqlite/backup'
import { MIGRATIONS, migrate } from './db/migrations/migrate'
import { noteImport } from './db/staged-imports'
import type { Db } from './db/tables'
import { openStore } from './open-store'
import type { Reply } from './testing/client'
import { type Spawned, spawnServer } from './testing/spawn-server'
import { engines, makePlace, type TestServer, testServer } from './testing/test-server'

const TEXTS = [
  'A plain text about rivers',
  'نص قصير عن النهر',
  '河について',
  'zero \u0000 and half \ud83d',
  'an emoji 👍🏽',
]

/** Feedback and classic records with what belongs to them, in texts of many kinds. */
async function fill(server: TestServer) {
  const { build } = server
  const owner = server.as('owner')
  const done = async (reply: Promise<Reply>) => {
    const { status, body } = await reply
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return body
  }
  const { id: workspaceId, name: workspace } = await build.workspace()
  const people = [1, 2].map(() => build.user('annotator', { workspaces: [workspaceId] }))
  const dataset = await build.dataset({
    workspaceId,
    metadata: [{ name: 'split', title: 'Split', settings: { type: 'terms' } }],
    vectors: [{ name: 'v', title: 'V', dimensions: 2 }],
  })
  const suggestions = [{ question_id: dataset.questions.label, value: 'b', score: 0.25, agent: 'model' }]
  const records = []
  for (const [index, text] of TEXTS.entries())
    records.push(
      await build.record(dataset.id, {
        fields: { text },
        external_id: `no ${index}`,
        metadata: { split: `part ${index}` },
        vectors: { v: [index, 1] },
        suggestions,
      }),
    )
  const answer = { status: 'submitted', values: { label: { value: 'a' } } }
  for (const { username } of await Promise.all(people))
    await done(server.as(username).post(`/api/v1/records/${records[0]?.id}/responses`, answer))
  await done(owner.delete(`/api/v1/records/${(await build.record(dataset.id)).id}`))
  const gone = await build.dataset({ workspaceId })
  await build.record(gone.id)
  await done(owner.delete(`/api/v1/datasets/${gone.id}`))
  const classic = { name: 'classic', task: 'TextClassification', workspace }
  await done(owner.post('/api/datasets', classic))
  // Classic routes refuse a NUL.
  const texts = TEXTS.map((text) => text.replace('\u0000', ''))
  const logged = texts.map((text, id) => ({ id, inputs: { text }, vectors: { w: { value: [id, 2] } } }))
  await done(owner.post(`/api/datasets/classic/TextClassification:bulk?workspace=${workspace}`, { records: logged }))
  const rule = { query: 'rivers', label: 'nature', description: 'ارض' }
  await done(owner.post(`/api/datasets/TextClassification/classic/labeling/rules?workspace=${workspace}`, rule))
  return { dataset, workspace }
}

/** The rows of all tables that are copied, in an order of their own. */
async function readTables(db: Db, names: readonly string[]): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {}
  for (const name of names) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    // Bytes are a `Buffer` on one engine and a `Uint8Array` on the other.
    const plain = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)
    tables[name] = rows
      .map((row) => JSON.stringify(Object.entries(row).map(([column, value]) => [column, plain(value)])))
      .sort()
  }
  return tables
}

function clientOf({ url }: Spawned, key: string) {
  const headers = { 'x-argilla-api-key': key, 'content-type': 'application/json' }
  const ask = async (path: string, init: RequestInit = {}) => {
    const reply = await fetch(url + path, { headers, ...init })
    expect(reply.ok).toBe(true)
    return reply.status === 204 ? undefined : reply.json()
  }
  return {
    get: (path: string) => ask(path),
    post: (path: string, body: unknown) => ask(path, { method: 'POST', body: JSON.stringify(body) }),
  }
}

describe.skipIf(!engines.includes('postgres'))('npm run move', () => {
  it('brings every row to PostgreSQL, where work goes on', async () => {
    const old = await testServer('sqlite')
    const { dataset, workspace } = await fill(old)
    const home = mkdtempSync(join(tmpdir(), 'postil-move-'))
    backUpStore(join(old.context.config.home, 'postil.sqlite'), join(home, 'postil.sqlite'))
    const interrupted = await openStore(readConfig({ POSTIL_HOME: home }))
    await interrupted.transaction((tx) => noteImport(tx, randomUUID())).finally(() => interrupted.close())
    const place = await makePlace('postgres')
    const settings = { POSTIL_HOME: home, ...place.env }
    expect(await runAdmin('move', [], settings)).toBe(0)

    const [from, to] = [await openStore(readConfig({ POSTIL_HOME: home })), await openStore(readConfig(settings))]
    const all = await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(from.db)
    const names = all.rows
      .map(({ name }) => name)
      .filter((name) => !/^(sqlite_|record_words|migrations|staged_imports)/.test(name))
    const moved = await readTables(to.db, names)
    moved.jobs = moved.jobs?.filter((row) => !row.includes('"moved"')) ?? []
    expect(moved).toEqual(await readTables(from.db, names))
    expect(Object.values(moved).filter((rows) => rows.length > 0).length).toBeGreaterThan(25)
    await Promise.all([from.close(), to.close()])

    const server = await spawnServer(settings)
    const { get, post } = clientOf(server, old.ownerKey)
    const search = (q: string) => post(`/api/v1/datasets/${dataset.id}/records/search`, { query: { text: { q } } })
    const isBusy = async () =>
      (await get('/api/v1/jobs')).items.some(({ state }: { state: string }) => state !== 'done')
    while (await isBusy()) await sleep(50)
    expect((await search('rivers')).items).toHaveLength(1)
    expect((await search('النهر')).items).toHaveLength(1)
    const found = await post(`/api/datasets/classic/TextClassification:search?workspace=${workspace}`, {
      query: { query_text: 'rivers' },
    })
    expect(found.total).toBe(1)
    await post(`/api/v1/datasets/${dataset.id}/records`, { items: [{ fields: { text: 'later, with rivers' } }] })
    expect((await search('rivers')).items).toHaveLength(2)
    await server.end('SIGTERM')
    const left = await openStore(readConfig(settings))
    expect(await left.db.selectFrom('staged_imports').selectAll().execute()).toEqual([])
    await left.close()
    await place.remove()
  })

  const refusal = async (env: Record<string, string>) => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(await runAdmin('move', [], env)).toBe(1)
    return String(written.mock.calls.at(-1)?.[0])
  }

  it('moves no store of an older or newer version', async () => {
    const place = await makePlace('postgres')
    const home = mkdtempSync(join(tmpdir(), 'postil-move-'))
    const migrateTo = async (steps: typeof MIGRATIONS) => {
      const store = await openStore(readConfig({ POSTIL_HOME: home }))
      await migrate(store, steps).finally(() => store.close())
    }
    await migrateTo(MIGRATIONS.slice(0, -1))
    expect(await refusal({ POSTIL_HOME: home, ...place.env })).toMatch(/ is of an older version\. Start the server /)
    await migrateTo([...MIGRATIONS, { name: '9000-future', statements: () => [] }])
    expect(await refusal({ POSTIL_HOME: home, ...place.env })).toMatch(
      / cannot be moved: it was written by a newer Postil \(it has 9000-future\): use that version\.\n$/,
    )
    await place.remove()
  })

  it('moves nothing to a database with users, from a store in use, or without a store', async () => {
    const old = await testServer('sqlite')
    const used = await testServer('postgres')
    const { home } = old.context.config
    const copy = mkdtempSync(join(tmpdir(), 'postil-move-'))
    backUpStore(join(home, 'postil.sqlite'), join(copy, 'postil.sqlite'))
    const place = await makePlace('postgres')
    const target = { POSTIL_DATABASE_URL: used.context.config.databaseUrl ?? '' }
    expect(await refusal({ POSTIL_HOME: copy, ...target })).toBe(
      'The database at POSTIL_DATABASE_URL has users already. Choose an empty one.\n',
    )
    expect((await used.as('owner').get('/api/users')).body).toHaveLength(1)
    expect(await refusal({ POSTIL_HOME: home, ...place.env })).toMatch(
      /^A Postil server is using .*\. Stop it first\.\n$/,
    )
    expect(await refusal({ POSTIL_HOME: join(copy, 'none'), ...place.env })).toMatch(/^There is no store at /)
    expect(await refusal({ POSTIL_HOME: copy })).toMatch(/^Set POSTIL_DATABASE_URL to an empty database/)
    await place.remove()
  })
})
