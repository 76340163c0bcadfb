import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Config, randomSecret, readConfig } from './config'
import { StoreError } from './db/engines/engine'
import { type BackupContents, backUpStore, checkBackup, restoreStore } from './db/engines/sqlite/backup'
import { assertMigrated } from './db/migrations/migrate'
import { failureSentence } from './failure-sentence'
import { hashPassword } from './features/account/passwords/password'
import { findUserByName } from './features/account/sessions/sessions.service'
import { replacePassword } from './features/account/users/users.service'
import { moveStore } from './move-store'
import { openStore, storeFileIn } from './open-store'

/** Commands for operators; `scripts/admin.mjs` runs them with the typed arguments. */
type Command = (args: string[], config: Config) => Promise<string>

const USAGE = {
  backup: 'npm run backup -- FILE',
  restore: 'npm run restore -- FILE [--verify] [--replace]',
  password: 'npm run password -- USERNAME',
  move: 'npm run move',
}

const commands: Record<keyof typeof USAGE, Command> = {
  backup: async (args, config) => {
    const storeFile = storeFileOf(config)
    const { file } = readFileArgs('backup', args)
    const startedMs = performance.now()
    const contents = backUpStore(storeFile, file)
    return `The store was copied to ${file} in ${seconds(startedMs)}, and the copy was checked.\n${listOf(contents)}`
  },
  restore: async (args, config) => {
    const storeFile = storeFileOf(config)
    const { file, verify, replace } = readFileArgs('restore', args)
    if (verify) return `${file} can be restored. Nothing was changed.\n${listOf(checkBackup(file))}`
    const { kept, ...contents } = await restoreStore(file, storeFile, { replace })
    const moved = kept ? `The store that was there is kept as ${kept}.\n` : ''
    return `${file} was restored to ${storeFile}. Start the server.\n${moved}${listOf(contents)}`
  },
  password: async (args, config) => {
    const { name: username } = readArgs('password', args)
    const password = await setNewPassword(config, username)
    return `The new password of ${username} is\n  ${password}\nAll browsers of ${username} are signed out. Choose another password after signing in.`
  },
  move: async (args, config) => {
    readArgs('move', args)
    if (!config.databaseUrl)
      throw new StoreError(
        'Set POSTIL_DATABASE_URL to an empty database of PostgreSQL, where the store is to be moved.',
      )
    const startedMs = performance.now()
    const target = await openStore(config)
    const contents = await moveStore(storeFileIn(config.home), target).finally(() => target.close())
    return `The store was moved to PostgreSQL in ${seconds(startedMs)}. Start the server with the same POSTIL_DATABASE_URL: it makes the words for searches anew.\nThe old store in ${config.home} was not changed.\n${listOf(contents)}`
  },
}

/** Run one command and print its result; resolves with the exit code. */
export async function runAdmin(name: keyof typeof USAGE, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    process.stdout.write(`${await commands[name](args, readConfig(env))}\n`)
    return 0
  } catch (cause) {
    process.stderr.write(`${failureSentence(cause)}\n`)
    return 1
  }
}

/**
 * Give a user a new random password and end their sessions: for an owner who cannot sign in, and whom nobody else can help. On SQLite no
 * server may run meanwhile.
 *
 * @returns the password
 * @throws StoreError when there is no such user, or no store of this version
 */
async function setNewPassword(config: Config, username: string): Promise<string> {
  // Opening the embedded store would make an empty one.
  if (!config.databaseUrl && !existsSync(storeFileIn(config.home)))
    throw new StoreError(`There is no store at ${config.home}: set POSTIL_HOME.`)
  const engine = await openStore(config)
  try {
    const password = randomSecret()
    const passwordHash = await hashPassword(password)
    await engine.transaction(async (tx) => {
      await assertMigrated(tx)
      const user = await findUserByName(tx, username)
      if (!user) throw new StoreError(`There is no user ${JSON.stringify(username)}. Nothing was changed.`)
      if (user.disabled_at !== null)
        throw new StoreError(`${username} is disabled: an owner has to enable the account first. Nothing was changed.`)
      await replacePassword(tx, user, passwordHash)
    })
    return password
  } finally {
    await engine.close()
  }
}

function storeFileOf({ databaseUrl, home }: Config): string {
  if (databaseUrl)
    throw new StoreError('The store is in PostgreSQL: use pg_dump and pg_restore (docs/guides/running.md).')
  return storeFileIn(home)
}

function readFileArgs(command: 'backup' | 'restore', args: string[]) {
  const { name, ...flags } = readArgs(command, args)
  // npm runs scripts in the folder of package.json; resolve the file from the user's folder.
  return { file: resolve(process.env.INIT_CWD ?? '.', name), ...flags }
}

function readArgs(command: keyof typeof USAGE, args: string[]): { name: string; verify: boolean; replace: boolean } {
  const flag = { type: 'boolean' } as const
  const options: ParseArgsConfig['options'] = command === 'restore' ? { verify: flag, replace: flag } : {}
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const { [command]: wanted } = { backup: 'One file', restore: 'One file', password: 'One username', move: 'Nothing' }
    if (positionals.length !== (command === 'move' ? 0 : 1)) throw new TypeError(`${wanted} is needed.`)
    return { name: positionals[0] ?? '', verify: 'verify' in values, replace: 'replace' in values }
  } catch (cause) {
    throw new StoreError(`${cause instanceof Error ? cause.message : cause}\nUsage: ${USAGE[command]}`, { cause })
  }
}

function seconds(startedMs: number): string {
  return `${((performance.now() - startedMs) / 1000).toFixed(1)} s`
}

function listOf({ schema, counts }: BackupContents): string {
  const rows = Object.entries(counts).map(([table, count]) => `  ${table.padEnd(14)}${String(count).padStart(10)}`)
  return [`  schema        ${schema}`, ...rows].join('\n')
}
