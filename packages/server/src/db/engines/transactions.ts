import { type Dialect, type Driver, Kysely, Transaction } from 'kysely'
import type { Db, Tables, Tx } from '../tables'

/**
 * Run transactions on a store. Statements that a transaction starts at the same time are sent together, whereas Kysely's own transactions
 * wait for each answer before sending the next. Statements after the end are refused, since they would be part of no transaction or of
 * another one.
 */
export function transactionsOf(db: Db, dialect: Dialect, driver: Driver) {
  return <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.getExecutor().provideConnection(async (connection) => {
      let isOver = false
      const executor = db.getExecutor().withConnectionProvider({
        provideConnection: async (use) => {
          if (isOver) throw new Error('The transaction is over.')
          return use(connection)
        },
      })
      const tx = new Transaction<Tables>({ config: { dialect }, dialect, driver, executor })
      await driver.beginTransaction(connection, {})
      try {
        const result = await work(tx)
        isOver = true
        await driver.commitTransaction(connection)
        return result
      } catch (cause) {
        isOver = true
        // If this fails as well, the connection is lost or the engine has already rolled back; the original error is more informative.
        await driver.rollbackTransaction(connection).catch(() => {})
        throw cause
      }
    })
}

/** Run reads on one connection outside of transactions; those started at the same time are sent together. */
export function togetherOf(db: Db, dialect: Dialect, driver: Driver) {
  return <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    db.getExecutor().provideConnection(async (connection) => {
      let isOver = false
      const executor = db.getExecutor().withConnectionProvider({
        provideConnection: async (use) => {
          // One of several reads may fail while others are pending. By then the connection may belong to someone else.
          if (isOver) throw new Error('The reading is over.')
          return use(connection)
        },
      })
      try {
        return await work(new Kysely<Tables>({ config: { dialect }, dialect, driver, executor }))
      } finally {
        isOver = true
      }
    })
}
