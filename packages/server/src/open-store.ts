import { join } from 'node:path'
import type { Config } from './config'
import type { Engine } from './db/engines/engine'

/** The file of the embedded store in the folder `POSTIL_HOME`. */
export function storeFileIn(home: string): string {
  return join(home, 'postil.sqlite')
}

/** The configured store: PostgreSQL when a URL is given, else the embedded one in `POSTIL_HOME`. */
export async function openStore(config: Config): Promise<Engine> {
  // Only the engine in use is loaded.
  if (config.databaseUrl) {
    const { openPostgres } = await import('./db/engines/postgres')
    return openPostgres({
      url: config.databaseUrl,
      poolSize: config.databasePool,
      connectTimeoutS: config.databaseConnectTimeout,
      lockTimeoutS: config.databaseLockTimeout,
      statementTimeoutS: config.databaseStatementTimeout,
    })
  }
  const { openSqlite } = await import('./db/engines/sqlite/sqlite')
  return openSqlite({ file: storeFileIn(config.home), readers: config.readers, config })
}
