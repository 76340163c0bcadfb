import type { InsertObject } from 'kysely'
import { sql } from 'kysely'
import { type Engine, StoreError } from './db/engines/engine'
import { type BackupContents, readContents, withStoppedStore } from './db/engines/sqlite/backup'
import type { Database } from './db/engines/sqlite/driver'
import { findsAny } from './db/finds-any'
import { insertRows } from './db/insert-rows'
import { MIGRATIONS, migrate } from './db/migrations/migrate'
import type { Tables, Tx } from './db/tables'
import { fitting } from './http/bodies/reply-size'
import { enqueue } from './jobs/enqueue'

type Table = keyof Tables & string

/** The most that is held in memory and sent at once; a single row may be larger. */
const CHUNK_ROWS = 1000
const CHUNK_BYTES = 4 * 1024 * 1024

/**
 * Copy the embedded store to PostgreSQL in one transaction, so that all of it arrives or nothing. The embedded store is not changed. Words
 * are stored differently by each engine: a job of the server makes them anew.
 *
 * @throws StoreError when a server uses the embedded store, when that is not of this version, or when the database is not empty
 */
export async function moveStore(storeFile: string, target: Engine): Promise<BackupContents> {
  return withStoppedStore(storeFile, async (db) => {
    const contents = soundContents(db, storeFile)
    if (contents.schema !== MIGRATIONS.at(-1)?.name)
      throw new StoreError(
        `${storeFile} is of an older version. Start the server with it once, then stop it and move it.`,
      )
    await migrate(target)
    await target.transaction((tx) => copyTables(db, tx), { isBulk: true })
    await target.analyze()
    return contents
  })
}

function soundContents(db: Database, storeFile: string): BackupContents {
  try {
    return readContents(db)
  } catch (cause) {
    throw new StoreError(`${storeFile} cannot be moved: ${cause instanceof Error ? cause.message : cause}.`, { cause })
  }
}

async function copyTables(db: Database, tx: Tx): Promise<void> {
  if (await findsAny(tx.selectFrom('users').select('id')))
    throw new StoreError('The database at POSTIL_DATABASE_URL has users already. Choose an empty one.')
  const tables = tablesOf(db)
  // A server that was started once has made settings.
  for (const table of [...tables].reverse()) await tx.deleteFrom(table).execute()
  for (const table of tables) await copyRows(db, tx, table)
  await continueNumbers(db, tx)
  // The server that was writing them has stopped. On PostgreSQL, a younger one could be that of another server.
  await tx.updateTable('staged_imports').set({ inserted_at: 0 }).execute()
  const { last } = await tx
    .selectFrom('records')
    .select(({ fn }) => fn.max('pk').as('last'))
    .executeTakeFirstOrThrow()
  if (last !== null)
    await enqueue(tx, { kind: 'index_words', subject: 'moved', data: { after: 0, last: Number(last) } })
}

/** The tables to copy, each after those that it refers to. The words' tables belong to SQLite. */
function tablesOf(db: Database): Table[] {
  const names = namesIn(
    db,
    `select name from sqlite_schema where type = 'table'
      and name not like 'sqlite\\_%' escape '\\' and name not like 'record\\_words%' escape '\\' and name <> 'migrations'`,
  )
  const seen = new Set<string>()
  const withParents = (name: string): string[] => {
    if (seen.has(name)) return []
    seen.add(name)
    const parents = namesIn(db, `select "table" as name from pragma_foreign_key_list('${name}')`)
    return [...parents.flatMap(withParents), name]
  }
  return names.flatMap(withParents) as Table[]
}

function namesIn(db: Database, query: string): string[] {
  return db
    .prepare(query)
    .all()
    .map(({ name }) => String(name))
}

async function copyRows(db: Database, tx: Tx, table: Table): Promise<void> {
  const columns = namesIn(db, `select name from pragma_table_info('${table}')`).map((name) => `"${name}"`)
  const bytes = columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ')
  const next = db.prepare(
    `select rowid as at, ${bytes} as bytes from ${table} where rowid > ? order by rowid limit ${CHUNK_ROWS}`,
  )
  const rows = db.prepare(`select ${columns} from ${table} where rowid > ? and rowid <= ? order by rowid`)
  let after = 0
  for (;;) {
    const found = next.all(after)
    const size = fitting(
      found.map((row) => Number(row.bytes)),
      CHUNK_BYTES,
    )
    const last = found[size - 1]?.at
    if (last === undefined) return
    await insert(tx, table, rows.all(after, last))
    after = Number(last)
  }
}

async function insert(tx: Tx, table: Table, rows: Record<string, unknown>[]): Promise<void> {
  try {
    // Without a prototype, Kysely does not take them for rows.
    await insertRows(tx, table, rows.map((row) => ({ ...row })) as InsertObject<Tables, Table>[])
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause
    throw new StoreError(`The rows of ${table} could not be copied: ${reason}. Nothing was moved.`, { cause })
  }
}

/** New rows get numbers above all that were ever given: pages and programs hold on to those. */
async function continueNumbers(db: Database, tx: Tx): Promise<void> {
  for (const { name, seq } of db.prepare('select name, seq from sqlite_sequence').all()) {
    const [column] = namesIn(db, `select name from pragma_table_info('${name}') where pk = 1`)
    await sql`select setval(pg_get_serial_sequence(${name}, ${column}), ${seq}) where ${seq} > 0`.execute(tx)
  }
}
