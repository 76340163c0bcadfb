import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Bring the whole store into memory, as it is on a server that has run for a while: what is measured is not the disk.
 *
 * @param {import('./bare.mjs').Bare} bare
 * @param {Record<string, string>} env
 */
export async function warmStore(bare, { POSTIL_HOME: home }) {
  if (home === undefined) {
    await bare.run('create extension if not exists pg_prewarm')
    await bare.run(
      "select sum(pg_prewarm(oid)) from pg_class where relkind in ('r', 'i', 't') and relpersistence = 'p'",
    )
    return
  }
  for (const name of readdirSync(home).filter((one) => one.includes('.sqlite')))
    for await (const _ of createReadStream(join(home, name), { highWaterMark: 2 ** 20 }));
}
