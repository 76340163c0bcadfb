import { type DatabaseConnection, DummyDriver, Kysely } from 'kysely'
import type { Tables } from '../../tables'
import type { Engine } from '../engine'
import { type Elsewhere, RunElsewhere } from '../run-elsewhere'
import { transactionsOf } from '../transactions'
import { dialectOver } from './dialect'
import type { Connection, WorkerOptions } from './protocol'

/** The engine for handlers that run in a thread of the store. What the thread does not offer throws `RunElsewhere`. */
export function localEngine(connection: Connection, mode: WorkerOptions['mode']): Engine {
  const driver = new LocalDriver(connection)
  const dialect = dialectOver(driver)
  const db = new Kysely<Tables>({ dialect })
  const inSavepoint = transactionsOf(db, dialect, driver)
  const elsewhere = async (): Promise<never> => {
    throw new RunElsewhere('httpThread')
  }
  const longReadsIn: Elsewhere = mode === 'reader' ? 'heavyReader' : 'httpThread'
  return {
    kind: 'sqlite',
    db,
    healthDb: db,
    together: (work) => work(db),
    get heavyDb() {
      if (mode !== 'heavyReader') throw new RunElsewhere(longReadsIn)
      return db
    },
    // The writer opens and commits one transaction for all waiting calls; each call is a savepoint in it.
    transaction: mode === 'writer' ? (work) => inSavepoint(work) : elsewhere,
    withMigrationLock: elsewhere,
    snapshot: elsewhere,
    checkWritable: elsewhere,
    analyze: elsewhere,
    isClosed: false,
    close: elsewhere,
  }
}

class LocalDriver extends DummyDriver {
  constructor(private readonly connection: Connection) {
    super()
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.connection
  }
  override async beginTransaction(): Promise<void> {
    this.connection.run('savepoint one_call')
  }
  override async commitTransaction(): Promise<void> {
    this.connection.run('release one_call')
  }
  override async rollbackTransaction(): Promise<void> {
    this.connection.run('rollback to one_call')
    this.connection.run('release one_call')
  }
}
