import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installDebianPackages } from './apt.mjs'
import { startPrivateCluster } from './postgres-cluster.mjs'
import { ask } from './run.mjs'

const debianFolder = '/usr/lib/postgresql'
const oldestVersion = 15

/**
 * Provide a PostgreSQL for the tests: the one in POSTIL_TEST_POSTGRES_URL, or a private cluster that ends with this process.
 *
 * @param {{ isDurable?: boolean }} [options] for the private cluster
 * @returns {Promise<import('./engine.mjs').Found<{ url: string, stop: () => Promise<void> }>>}
 */
export async function ensurePostgres(options) {
  const chosen = process.env.POSTIL_TEST_POSTGRES_URL
  if (chosen) return { url: chosen, stop: async () => {} }
  if (chosen === '') return { missing: 'POSTIL_TEST_POSTGRES_URL is empty, which asks for no PostgreSQL.' }
  const programs = findPrograms() ?? ((await installDebianPackages(['postgresql'])) ? findPrograms() : undefined)
  if (programs === undefined) {
    return { missing: `No PostgreSQL ${oldestVersion} found: install it, or set POSTIL_TEST_POSTGRES_URL to one.` }
  }
  return startPrivateCluster(programs, options)
}

/**
 * Look for an installed PostgreSQL.
 *
 * @returns {string | undefined} the folder of the newest version's programs, which Debian does not add to the PATH
 */
export function findPrograms() {
  const debian = existsSync(debianFolder) ? readdirSync(debianFolder).map(Number) : []
  const newest = Math.max(...debian.filter((version) => existsSync(join(debianFolder, `${version}`, 'bin/initdb'))))
  if (newest >= oldestVersion) return join(debianFolder, `${newest}`, 'bin')
  const version = Number(/\d+/.exec(ask('pg_config', ['--version']) ?? '')?.[0] ?? 0)
  return version >= oldestVersion ? ask('pg_config', ['--bindir']) : undefined
}
