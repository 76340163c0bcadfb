import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { workerFile } from '../../workers/worker-file'
import { nowMicros, wireTime } from '../clock'
import { migrate } from '../migrations/migrate'
import type { Engine } from './engine'
import { isUniqueViolation } from './engine'
import type { WorkerOptions } from './sqlite/protocol'
import { openSqlite } from './sqlite/sqlite'

const freshFile = () => join(mkdtempSync(join(tmpdir(), 'postil-engine-')), 'postil.sqlite')
const workspace = (id: string) => ({ id, name: id, inserted_at: nowMicros(), updated_at: nowMicros() })

async function withStore(work: (engine: Engine, file: string) => Promise<void>): Promise<void> {
  const file = freshFile()
  const engine = await openSqlite({ file })
  try {
    await migrate(engine)
    await work(engine, file)
  } finally {
    await engine.close()
    rmSync(dirname(file), { recursive: true, force: true })
  }
}

describe('the embedded store', () => {
  it('shows a committed write to the next read', () =>
    withStore(async (engine) => {
      await engine.transaction((tx) => tx.insertInto('workspaces').values(workspace('a')).execute())
      expect(await engine.db.selectFrom('workspaces').select('id').execute()).toEqual([{ id: 'a' }])
    }))

  it('rolls back everything when the work throws', () =>
    withStore(async (engine) => {
      const failed = engine.transaction(async (tx) => {
        await tx.insertInto('workspaces').values(workspace('a')).execute()
        throw new Error('stop')
      })
      await expect(failed).rejects.toThrow('stop')
      expect(await engine.db.selectFrom('workspaces').selectAll().execute()).toEqual([])
    }))

  it('reads binary values of every size whole, again and again', () =>
    withStore(async (engine) => {
      const values = [0, 100, 16_384, 70_000].map((size) => Uint8Array.from({ length: size }, (_, at) => at % 251))
      const read = async () => {
        const { rows } = await sql<{ value: Uint8Array; again: Uint8Array }>`
          with found(value) as (values ${sql.join(values.map((value) => sql`(${value})`))})
          select value, value as again from found`.execute(engine.db)
        return rows
      }
      const expected = values.map((value) => ({ value, again: value }))
      expect(await read()).toEqual(expected)
      expect(await read()).toEqual(expected)
    }))

  it('runs transactions one after the other', () =>
    withStore(async (engine) => {
      const add = (id: string) =>
        engine.transaction(async (tx) => {
          const { length } = await tx.selectFrom('workspaces').select('id').execute()
          await tx
            .insertInto('workspaces')
            .values({ ...workspace(id), name: `${length}` })
            .execute()
        })
      await Promise.all(['a', 'b', 'c', 'd'].map(add))
      const names = await engine.db.selectFrom('workspaces').select('name').orderBy('name').execute()
      expect(names.map((row) => row.name)).toEqual(['0', '1', '2', '3'])
    }))

  it('tells a violated unique constraint from other failures', () =>
    withStore(async (engine) => {
      const insert = () => engine.transaction((tx) => tx.insertInto('workspaces').values(workspace('a')).execute())
      await insert()
      const cause = await insert().catch((error: unknown) => error)
      expect(isUniqueViolation(cause)).toBe(true)
      expect(isUniqueViolation(new Error('other'))).toBe(false)
    }))

  it('refuses a second server on the same folder, in one plain sentence', () =>
    withStore(async (_, file) => {
      await expect(openSqlite({ file })).rejects.toThrow(/Another Postil server is using/)
    }))

  it('refuses it also after garbage collections of the thread that holds the lock', async () => {
    const file = freshFile()
    const options: WorkerOptions = { file, mode: 'writer' }
    const code = `
      require('node:v8').setFlagsFromString('--expose-gc')
      const collect = require('node:vm').runInNewContext('gc')
      const { parentPort } = require('node:worker_threads')
      import(${JSON.stringify(pathToFileURL(workerFile('sqlite')).href)}).then(async () => {
        for (let n = 0; n < 5; n += 1) {
          collect()
          await new Promise((resolve) => setImmediate(resolve))
        }
        parentPort.postMessage('collected')
      })`
    const holder = new Worker(code, { eval: true, workerData: options })
    expect(await once(holder, 'message')).toMatchObject([{ ready: true }])
    expect(await once(holder, 'message')).toEqual(['collected'])
    await expect(openSqlite({ file })).rejects.toThrow(/Another Postil server is using/)
    await holder.terminate()
  })

  it('migrates once, and refuses a store of a newer version', () =>
    withStore(async (engine, file) => {
      expect((await migrate(engine)).applied).toEqual([])
      expect(readdirSync(join(file, '..'))).not.toContain('snapshots')
      await engine.transaction((tx) =>
        // biome-ignore lint/suspicious/noExplicitAny: the table of migrations is the migrator's own, not one of the typed tables.
        (tx as any).insertInto('migrations').values({ name: '9999-later', applied_at: 1 }).execute(),
      )
      await expect(migrate(engine)).rejects.toThrow(/newer Postil/)
    }))
})

describe('time', () => {
  it('never repeats a microsecond', () => {
    const times = Array.from({ length: 10_000 }, nowMicros)
    expect(new Set(times).size).toBe(times.length)
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })

  it.each([
    [1715332893123456, '2024-05-10T09:21:33.123456'],
    [1715332893000000, '2024-05-10T09:21:33'],
    [1715332893000001, '2024-05-10T09:21:33.000001'],
  ])('%i is %s on the wire', (micros, text) => {
    expect(wireTime(micros)).toBe(text)
  })
})
