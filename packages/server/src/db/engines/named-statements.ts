import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { codeOf, STALE_STATEMENT } from './engine'

/** Statements a connection may remember. Then it is given up for a new one, which has room for what is asked by now. */
export const MAX_NAMES = 400
/** Longer ones, lists of rows that are rarely as many again, are sent whole. */
const MAX_LENGTH = 4000
/** PostgreSQL's code for a remembered statement whose table has other columns by now: another server brought the store to a newer schema. */
const RESULT_CHANGED = '0A000'
/** PostgreSQL's code for whatever is asked in a transaction after a failure. */
const TRANSACTION_FAILED = '25P02'
/** A transaction is not waited for to begin: that travels with its first statement. */
const BEGUN = { command: 'BEGIN', rowCount: null, rows: [] }
const COMMANDS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE'] as const

/**
 * A pool for Kysely whose connections read each statement once: it gets a name, and is only planned from then on. Reading takes the server
 * as long as running most of ours.
 */
export function withNamedStatements(pool: Pool): PostgresPool {
  // Kysely knows connections by their identity.
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    connect: async () => {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? wrap(client)
      wrapped.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

function wrap(client: PoolClient): PostgresPoolClient {
  const names = new Map<string, string>()
  let isStale = false
  let beginning: Promise<unknown> | undefined
  const collect = collector(client)
  async function run(text: string, values: unknown[]) {
    collect()
    if (text === 'begin') {
      beginning = client.query(text)
      // Whoever asks next waits for it as well.
      beginning.catch(() => {})
      return BEGUN
    }
    const began = beginning
    beginning = undefined
    const name = nameOf(names, text)
    try {
      const result = await client.query({ name, text, values })
      await began
      return result
    } catch (cause) {
      // What was asked together with a stale statement fails along with it.
      if (isStale && codeOf(cause) === TRANSACTION_FAILED) throw staleBecause(cause)
      if (name === undefined || codeOf(cause) !== RESULT_CHANGED) throw cause
      // Sent whole it is read anew; the connection, with all it remembers, is given up afterwards.
      isStale = true
      return client.query(text, values).catch((again: unknown) => {
        throw codeOf(again) === TRANSACTION_FAILED ? staleBecause(cause) : again
      })
    }
  }
  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query<Row>(
    text: string | PostgresCursor<Row>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof text !== 'string') throw new Error('Streaming is not supported: page by key instead.')
    return run(text, [...values]).then(({ command, rowCount, rows }) => ({
      command: COMMANDS.find((one) => one === command) ?? 'SELECT',
      rowCount: rowCount ?? 0,
      rows,
    }))
  }
  return { query, release: () => client.release(isStale || names.size >= MAX_NAMES) }
}

/**
 * Returns a function to be called before a statement is sent: it is then sent in one write with all others of the same turn of the event loop. A write costs as much as
 * the rest of a short statement, here and for the database, whose process wakes up for it.
 */
function collector({ connection: { stream } }: PoolClient): () => void {
  let isCollecting = false
  return () => {
    if (isCollecting) return
    isCollecting = true
    stream.cork()
    process.nextTick(() => {
      isCollecting = false
      stream.uncork()
    })
  }
}

function staleBecause(cause: unknown): Error {
  return Object.assign(new Error('Another server changed the schema.', { cause }), { code: STALE_STATEMENT })
}

function nameOf(names: Map<string, string>, text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MAX_NAMES || text.length > MAX_LENGTH) return undefined
  const name = `s${names.size}`
  names.set(text, name)
  return name
}
