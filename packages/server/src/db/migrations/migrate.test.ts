import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config'
import { openStore } from '../../open-store'
import { openSqlite } from '../engines/sqlite/sqlite'
import { isMigrated, MIGRATIONS, migrate } from './migrate'

const postgresUrl = process.env.POSTIL_TEST_POSTGRES_URL

describe.runIf(postgresUrl)('migrations on postgres', () => {
  it('run once when two servers start at the same moment', async () => {
    const name = `postil_migrate_${randomUUID().replaceAll('-', '')}`
    const admin = new pg.Client({ connectionString: postgresUrl })
    await admin.connect()
    await admin.query(`create database ${name}`)
    const url = new URL(postgresUrl ?? '')
    url.pathname = `/${name}`
    const servers = await Promise.all(
      [1, 2, 3].map(() => openStore(readConfig({ POSTIL_DATABASE_URL: url.href, POSTIL_DATABASE_POOL: '3' }))),
    )
    const reports = await Promise.all(servers.map((engine) => migrate(engine)))
    expect(reports.map((report) => report.applied.length).sort()).toEqual([0, 0, MIGRATIONS.length])
    expect(await Promise.all(servers.map((engine) => isMigrated(engine)))).toEqual([true, true, true])
    await Promise.all(servers.map((engine) => engine.close()))
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
})

describe('migrations on sqlite', () => {
  it('copy the store aside before they change one that has data', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'postil-migrate-')), 'postil.sqlite')
    const engine = await openSqlite({ file, readers: 1 })
    expect((await migrate(engine)).snapshot).toBeUndefined()
    const extra = { name: '9000-extra', statements: () => ['create table extra (id text)'] }
    const report = await migrate(engine, [...MIGRATIONS, extra])
    expect(report.applied).toEqual(['9000-extra'])
    expect(existsSync(report.snapshot ?? '')).toBe(true)
    await engine.close()
    const copy = await openSqlite({ file: report.snapshot ?? '', readers: 1 })
    const tables = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(copy.db)
    expect(tables.rows.map((row) => row.name)).toContain('records')
    expect(tables.rows.map((row) => row.name)).not.toContain('extra')
    await copy.close()
  })

  it('leave nothing half done when a step fails', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'postil-migrate-')), 'postil.sqlite')
    const engine = await openSqlite({ file, readers: 1 })
    await migrate(engine)
    const broken = { name: '9001-broken', statements: () => ['create table half (id text)', 'create nonsense'] }
    await expect(migrate(engine, [...MIGRATIONS, broken])).rejects.toThrow()
    const tables = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(engine.db)
    expect(tables.rows.map((row) => row.name)).not.toContain('half')
    await engine.close()
  })
})
