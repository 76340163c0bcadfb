import { type DatabaseConnection, type Dialect, type Driver, Kysely, Transaction } from 'kysely'
import type { Db, Tables, Tx } from '../tables'
import { isPostgres } from './is-postgres'

/** The last statements of transactions that have not been awaited. */
const lastStatements = new WeakMap<Tx, Promise<unknown>[]>()

/**
 * Hand over the last statements of a transaction, all of them started already, instead of awaiting them: on PostgreSQL the commit is sent
 * together with them. They may only fail in the store: an error of our own would come too late to prevent the commit.
 */
export function leaveToCommit(tx: Tx, statements: Promise<unknown>[]): void {
  // Awaited below, after the work; this avoids unhandled rejections until then.
  for (const statement of statements) statement.catch(() => {})
  lastStatements.set(tx, [...(lastStatements.get(tx) ?? []), ...statements])
}

/**
 * Run transactions on a store. Statements that a transaction starts at the same time are sent together, whereas Kysely's own transactions
 * wait for each answer before sending the next. Statements after the end are refused, since they would be part of no transaction or of
 * another one.
 */
export function transactionsOf(db: Db, dialect: Dialect, driver: Driver) {
  return <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.getExecutor().provideConnection(async (connection) => {
      const { executor, end } = executorOn(db, connection, 'The transaction is over.')
      const tx = new Transaction<Tables>({ config: { dialect }, dialect, driver, executor })
      await driver.beginTransaction(connection, {})
      try {
        const result = await work(tx)
        end()
        const last = lastStatements.get(tx) ?? []
        // PostgreSQL commits nothing once a statement has failed; SQLite would commit the others.
        if (!isPostgres(db)) await allOrFirst(last)
        await allOrFirst([...last, driver.commitTransaction(connection)])
        return result
      } catch (error) {
        end()
        // What came after them may have failed because of them.
        const cause = await allOrFirst(lastStatements.get(tx) ?? []).then(
          () => error,
          (earlier) => earlier,
        )
        // If this fails as well, the connection is lost or the engine has already rolled back; the original error is more informative.
        await driver.rollbackTransaction(connection).catch(() => {})
        throw cause
      }
    })
}

/** Wait until all statements have ended; throws the first failure in their order, which is the reason of those that follow. */
async function allOrFirst(statements: readonly Promise<unknown>[]): Promise<void> {
  for (const end of await Promise.allSettled(statements)) if (end.status === 'rejected') throw end.reason
}

/** Run reads on one connection outside of transactions; those started at the same time are sent together. */
export function togetherOf(db: Db, dialect: Dialect, driver: Driver) {
  return <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    db.getExecutor().provideConnection(async (connection) => {
      // One of several reads may fail while others are pending. By then the connection may belong to someone else.
      const { executor, end } = executorOn(db, connection, 'The reading is over.')
      try {
        return await work(new Kysely<Tables>({ config: { dialect }, dialect, driver, executor }))
      } finally {
        end()
      }
    })
}

/** What runs statements on one connection, and the function after which it refuses them with a message. */
function executorOn(db: Db, connection: DatabaseConnection, refusal: string) {
  let isOver = false
  const executor = db.getExecutor().withConnectionProvider({
    provideConnection: async (use) => {
      if (isOver) throw new Error(refusal)
      return use(connection)
    },
  })
  const end = () => {
    isOver = true
  }
  return { executor, end }
}
