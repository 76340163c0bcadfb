import type { Db } from '../tables'
import { isPostgres } from './is-postgres'
import { postgresTextStore } from './postgres-text-store'
import { sqliteTextStore } from './sqlite/text-store'
import type { TextStore } from './text-store'

/** The text store of the engine behind this connection. */
export function textStoreOf(db: Db): TextStore {
  return isPostgres(db) ? postgresTextStore : sqliteTextStore
}
