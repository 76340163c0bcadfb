import type { Db } from '../tables'
import { isPostgres } from './is-postgres'
import { postgresTextStore } from './postgres-text-store'
import { sqliteTextStore } from './sqlite/text-store'
import type { TextStore } from './text-store'

/** How the engine behind this connection keeps words. */
export function textStoreOf(db: Db): TextStore {
  return isPostgres(db) ? postgresTextStore : sqliteTextStore
}
