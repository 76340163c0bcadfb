import { type Dialect, type Driver, Kysely, Transaction } from 'kysely'
import type { Db, Tables, Tx } from '../tables'

/**
 * How a store runs transactions. What one asks at once travels to the engine together: Kysely's own would send each statement only after
 * the answer to the one before. Whatever is asked after the end is refused, as it would be part of nothing, or of another transaction.
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
        // Where this fails as well, the connection is gone or the engine has rolled back by itself; why it began says more.
        await driver.rollbackTransaction(connection).catch(() => {})
        throw cause
      }
    })
}

/** How a store reads on one connection what is asked at once, outside of transactions. */
export function togetherOf(db: Db, dialect: Dialect, driver: Driver) {
  return <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    db.getExecutor().provideConnection(async (connection) => {
      let isOver = false
      const executor = db.getExecutor().withConnectionProvider({
        provideConnection: async (use) => {
          // Of what was asked at once one may fail while another goes on: by then the connection is somebody else's.
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
