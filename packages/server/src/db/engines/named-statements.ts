import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'
import { copyRows, isCopy } from './copy-query'
import { codeOf, STALE_STATEMENT } from './engine'
import { NamedQuery, type NamedStatement } from './named-query'

/**
 * Maximum number of prepared statements per connection. A connection that reaches it is replaced, so that the statements in use by then get
 * prepared.
 */
export const MAX_NAMES = 400
/** Longer statements are not prepared: these are lists of rows, whose number is rarely the same twice. */
const MAX_LENGTH = 4000
/** PostgreSQL's code for a prepared statement whose result columns have changed: another server has migrated the schema. */
const RESULT_CHANGED = '0A000'
/** PostgreSQL's code for any statement in a transaction that has already failed. */
const TRANSACTION_FAILED = '25P02'
/** The answer to `begin`, given at once: the statement is sent together with the first one of the transaction. */
const BEGUN = { command: 'BEGIN', rowCount: null, rows: [] }
const COMMANDS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE'] as const

/**
 * A pool for Kysely whose connections prepare each statement once under a name. Parsing takes the database as long as executing most of our
 * statements.
 */
export function withNamedStatements(pool: Pool): PostgresPool {
  // Kysely tells connections apart by object identity, so each client always gets the same wrapper.
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
  const statements = new Map<string, NamedStatement>()
  let isStale = false
  let beginning: Promise<unknown> | undefined
  let isInTransaction = false
  const collect = collector(client)
  async function run(text: string, values: unknown[]) {
    collect()
    const isWithin = isInTransaction
    isInTransaction = text === 'begin' || (isWithin && text !== 'commit' && text !== 'rollback')
    if (text === 'begin') {
      beginning = client.query(text)
      // The first statement awaits it and reports a failure; this avoids an unhandled rejection.
      beginning.catch(() => {})
      return BEGUN
    }
    const began = beginning
    beginning = undefined
    const isCopied = isCopy(text)
    const statement = isCopied ? undefined : statementOf(statements, text)
    try {
      const result = await (isCopied
        ? copyRows(client, text, values)
        : statement
          ? runNamed(client, statement, values)
          : client.query(text, values))
      await began
      // PostgreSQL's reply to the commit of a transaction that has failed.
      if (text === 'commit' && result.command === 'ROLLBACK')
        throw new Error('Nothing was committed, since a statement of the transaction failed.')
      return result
    } catch (cause) {
      // Statements sent together with a stale one fail along with it.
      if (isStale && codeOf(cause) === TRANSACTION_FAILED) throw staleBecause(cause)
      if (statement === undefined || codeOf(cause) !== RESULT_CHANGED) throw cause
      // The connection is closed afterwards, with all its prepared statements.
      isStale = true
      // The transaction has failed, and may be over by now: sent again, the statement would be outside of it.
      if (isWithin) throw staleBecause(cause)
      // Sent without a name, the statement is parsed again.
      return client.query(text, values)
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
  return { query, release: () => client.release(isStale || statements.size >= MAX_NAMES) }
}

/**
 * Returns a function to call before a statement is sent: all statements of the same turn of the event loop then leave in one write to the
 * socket. A write costs as much as the rest of a short statement, here and in the database, whose process wakes up for each.
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

function runNamed(client: PoolClient, statement: NamedStatement, values: unknown[]): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(
      new NamedQuery(statement, values, (error, result) => {
        if (error) reject(error)
        else resolve(result)
      }),
    )
  })
}

function statementOf(statements: Map<string, NamedStatement>, text: string): NamedStatement | undefined {
  const known = statements.get(text)
  if (known !== undefined) return known
  if (statements.size >= MAX_NAMES || text.length > MAX_LENGTH) return undefined
  const statement = { name: `s${statements.size}`, text }
  statements.set(text, statement)
  return statement
}
