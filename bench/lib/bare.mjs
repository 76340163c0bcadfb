import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * The engine without our server: a lower bound for the time of a query.
 * @typedef {{ run: (sql: string, params?: unknown[]) => Promise<Record<string, unknown>[]>, close: () => Promise<void> }} Bare
 */

/**
 * Open the store while the server is running. Parameters in statements are written as `?`.
 *
 * @param {Record<string, string>} env
 * @returns {Promise<Bare>}
 */
export async function openBare(env) {
  if (env.POSTIL_DATABASE_URL) {
    const { default: pg } = await import('pg')
    const client = new pg.Client({
      connectionString: env.POSTIL_DATABASE_URL,
      options: '-c jit=off -c random_page_cost=1.1',
    })
    await client.connect()
    return {
      run: async (sql, params = []) => {
        let at = 0
        const text = sql.replaceAll('?', () => `$${++at}`)
        // Named: planned once, as a server's prepared statements are at best.
        return (await client.query({ text, values: params, name: text.slice(0, 60) + text.length })).rows
      },
      close: () => client.end(),
    }
  }
  const require = createRequire(new URL('../../packages/server/package.json', import.meta.url))
  const { DatabaseSync } = require('@photostructure/sqlite')
  const db = new DatabaseSync(join(env.POSTIL_HOME ?? '', 'postil.sqlite'))
  db.exec('pragma query_only = on; pragma cache_size = -8000; pragma temp_store = memory; pragma mmap_size = 268435456')
  const prepared = new Map()
  return {
    run: async (sql, params = []) => {
      if (!prepared.has(sql)) prepared.set(sql, db.prepare(sql))
      const rows = prepared.get(sql).all(...params)
      // Queries run on this very thread: let it look after its connections to the server in between.
      await new Promise((resolve) => setImmediate(resolve))
      return rows
    },
    close: async () => db.close(),
  }
}
