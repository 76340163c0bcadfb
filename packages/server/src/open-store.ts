import { join } from 'node:path'
import type { Config } from './config'
import type { Engine } from './db/engines/engine'
import { openPostgres } from './db/engines/postgres'
import { openSqlite } from './db/engines/sqlite/sqlite'

/** The store the settings ask for: PostgreSQL when a URL is given, else the embedded one in `POSTIL_HOME`. */
export function openStore(config: Config): Promise<Engine> {
  if (config.databaseUrl) return openPostgres({ url: config.databaseUrl, poolSize: config.databasePool })
  return openSqlite({ file: join(config.home, 'postil.sqlite'), readers: config.readers })
}
