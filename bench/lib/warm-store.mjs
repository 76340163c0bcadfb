import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** PostgreSQL's codes: only some may create an extension, and this one is not installed with every server. */
const CANNOT_CREATE = ['42501', '0A000', '58P01']

/**
 * Bring the whole store into memory, as it is on a server that has run for a while: what is measured is not the disk. Where PostgreSQL
 * does not let us, it says so and measures what is there.
 *
 * @param {import('./bare.mjs').Bare} bare
 * @param {Record<string, string>} env
 */
export async function warmStore(bare, { POSTIL_HOME: home }) {
  if (home === undefined) {
    try {
      await bare.run('create extension if not exists pg_prewarm')
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && CANNOT_CREATE.includes(String(cause.code)))) throw cause
      return console.warn(`the store is not brought into memory before: ${cause.message}`)
    }
    await bare.run(
      "select sum(pg_prewarm(oid)) from pg_class where relkind in ('r', 'i', 't') and relpersistence = 'p'",
    )
    return
  }
  for (const name of readdirSync(home).filter((one) => one.includes('.sqlite')))
    for await (const _ of createReadStream(join(home, name), { highWaterMark: 2 ** 20 }));
}
