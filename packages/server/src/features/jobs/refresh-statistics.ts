import { sql } from 'kysely'
import { isPostgres } from '../../db/engines/is-postgres'
import type { Db } from '../../db/tables'
import type { JobDefinition } from '../../jobs/job'

/** Number of changed rows after which other query plans may be better, if they are also half as many as the table had. */
const MANY = 5000
/** Milliseconds without further changes after which an import counts as finished. */
const QUIET_MS = 2000

/**
 * Refresh PostgreSQL's statistics after an import. It would do this by itself, but only one or two minutes later. SQLite finds good plans
 * without statistics (its plans are tested on stores that have none), and refreshing them would block its only writer.
 */
export function refreshStatistics(quietMs = QUIET_MS): JobDefinition {
  let seen = ''
  let seenAtMs = 0
  return {
    findDue: async (db) => {
      const grown = isPostgres(db) ? JSON.stringify(await selectGrown(db)) : '[]'
      const now = performance.now()
      if (grown !== seen) seenAtMs = now
      seen = grown
      return grown === '[]' || now - seenAtMs < quietMs ? [] : [{ kind: 'refresh_statistics', subject: 'store' }]
    },
    run: async (_, { engine }) => {
      // It may be due again because it was still running when it was looked for.
      if ((await selectGrown(engine.db)).length > 0) await engine.analyze()
    },
  }
}

/** The tables of records that have changed so much since PostgreSQL last looked at them, with the number of changed rows. */
async function selectGrown(db: Db): Promise<{ name: string; changed: number }[]> {
  const changed = sql<number>`pg_stat_get_mod_since_analyze(oid)`
  const { rows } = await sql<{
    name: string
    changed: number
  }>`select relname as name, ${changed} as changed from pg_class
    where oid in (to_regclass('records'), to_regclass('task_records'))
      and ${changed} >= ${MANY} and ${changed} * 2 >= reltuples`.execute(db)
  return rows
}
