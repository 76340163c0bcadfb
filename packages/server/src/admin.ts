import { join, resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ConfigError, readConfig } from './config'
import { StoreError } from './db/engines/engine'
import { type BackupContents, backUpStore, checkBackup, restoreStore } from './db/engines/sqlite/backup'

/** Commands for operators; `scripts/admin.mjs` runs them with the typed arguments. */
type Command = (args: string[], storeFile: string) => Promise<string>

const USAGE = {
  backup: 'npm run backup -- FILE',
  restore: 'npm run restore -- FILE [--verify] [--replace]',
}

const commands: Record<keyof typeof USAGE, Command> = {
  backup: async (args, storeFile) => {
    const { file } = readArgs('backup', args)
    const startedMs = performance.now()
    const contents = backUpStore(storeFile, file)
    return `The store was copied to ${file} in ${seconds(startedMs)}, and the copy was checked.\n${listOf(contents)}`
  },
  restore: async (args, storeFile) => {
    const { file, verify, replace } = readArgs('restore', args)
    if (verify) return `${file} can be restored. Nothing was changed.\n${listOf(checkBackup(file))}`
    const { kept, ...contents } = await restoreStore(file, storeFile, { replace })
    const moved = kept ? `The store that was there is kept as ${kept}.\n` : ''
    return `${file} was restored to ${storeFile}. Start the server.\n${moved}${listOf(contents)}`
  },
}

/** Run one command and print its result; resolves with the exit code. */
export async function runAdmin(name: keyof typeof USAGE, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    const config = readConfig(env)
    if (config.databaseUrl)
      throw new StoreError('The store is in PostgreSQL: use pg_dump and pg_restore (docs/guides/running.md).')
    process.stdout.write(`${await commands[name](args, join(config.home, 'postil.sqlite'))}\n`)
    return 0
  } catch (cause) {
    if (!(cause instanceof StoreError || cause instanceof ConfigError)) throw cause
    process.stderr.write(`${cause.message}\n`)
    return 1
  }
}

function readArgs(name: keyof typeof USAGE, args: string[]): { file: string; verify: boolean; replace: boolean } {
  const flag = { type: 'boolean' } as const
  const options: ParseArgsConfig['options'] = name === 'restore' ? { verify: flag, replace: flag } : {}
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [file, ...more] = positionals
    if (!file || more.length > 0) throw new TypeError('One file is needed.')
    // npm runs scripts in the folder of package.json; resolve the file from the user's folder.
    const path = resolve(process.env.INIT_CWD ?? '.', file)
    return { file: path, verify: 'verify' in values, replace: 'replace' in values }
  } catch (cause) {
    throw new StoreError(`${cause instanceof Error ? cause.message : cause}\nUsage: ${USAGE[name]}`, { cause })
  }
}

function seconds(startedMs: number): string {
  return `${((performance.now() - startedMs) / 1000).toFixed(1)} s`
}

function listOf({ schema, counts }: BackupContents): string {
  const rows = Object.entries(counts).map(([table, count]) => `  ${table.padEnd(14)}${String(count).padStart(10)}`)
  return [`  schema        ${schema}`, ...rows].join('\n')
}
