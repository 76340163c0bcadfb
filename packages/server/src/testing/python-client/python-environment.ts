import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const CACHE = fileURLToPath(new URL('../../../../../.cache/python-clients', import.meta.url))
/** Installs a list in two seconds where pip needs half a minute. */
const UV = 'uv==0.13.9'
/** The lists of packages, each with the Pythons for which these have wheels. */
const USABLE = {
  'requirements.txt': /^Python 3\.(9|10|11|12)\./,
  'requirements-2.txt': /^Python 3\.(11|12)\./,
  'requirements-agreement.txt': /^Python 3\.(11|12)\./,
}

export type Requirements = keyof typeof USABLE

/** A Python with a genuine client installed, or why there is none. */
export type PythonEnvironment = { python: string } | { missing: string }

/** Find the environment, or make it: once for each list of requirements, where a new `npm ci` leaves it alone. */
export async function ensurePythonClient(requirements: Requirements): Promise<PythonEnvironment> {
  const list = fileURLToPath(new URL(`./${requirements}`, import.meta.url))
  const hash = createHash('sha256').update(readFileSync(list)).digest('hex').slice(0, 16)
  const folder = join(CACHE, hash)
  const python = join(folder, 'bin/python')
  const mark = join(folder, 'complete')
  if (existsSync(mark)) return { python }
  let why = `No Python was found that ${requirements} names.`
  for (const program of ['python3', '/usr/bin/python3', 'python3.12', 'python3.11', 'python3.10']) {
    if (!(await isUsable(program, USABLE[requirements]))) continue
    try {
      mkdirSync(CACHE, { recursive: true })
      // An installer of its own does not know a mirror of the packages that pip was told about.
      await installByUv(program, folder, list).catch(() => installByPip(program, folder, list))
      writeFileSync(mark, '')
      return { python }
    } catch (cause) {
      why = `The Python client could not be installed with ${program}: ${lastLine(cause)}`
    }
  }
  return { missing: why }
}

async function installByUv(program: string, folder: string, list: string): Promise<void> {
  const uv = await ensureUv(program)
  await run(uv, ['venv', '--quiet', '--clear', '--python', program, folder])
  const python = join(folder, 'bin/python')
  await run(uv, ['pip', 'install', '--quiet', '--only-binary', ':all:', '--python', python, '-r', list])
}

async function installByPip(program: string, folder: string, list: string): Promise<void> {
  await run(program, ['-m', 'venv', '--clear', folder])
  await pipInstall(folder, ['--only-binary', ':all:', '-r', list])
}

/** The program `uv`, installed in an environment of its own. Other test files may be installing it at the same time: the first one stays. */
async function ensureUv(program: string): Promise<string> {
  const folder = join(CACHE, UV)
  const uv = join(folder, 'bin/uv')
  if (existsSync(uv)) return uv
  const unfinished = mkdtempSync(join(CACHE, 'unfinished-'))
  try {
    await run(program, ['-m', 'venv', unfinished])
    await pipInstall(unfinished, [UV])
    renameSync(unfinished, folder)
  } catch (cause) {
    if (!existsSync(uv)) throw cause
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return uv
}

async function pipInstall(folder: string, packages: readonly string[]): Promise<void> {
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-input', '--no-compile']
  const patient = ['--retries', '10', '--timeout', '60']
  await run(join(folder, 'bin/python'), ['-m', 'pip', 'install', ...quiet, ...patient, ...packages])
}

async function isUsable(program: string, usable: RegExp): Promise<boolean> {
  const version = await run(program, ['--version']).catch(() => undefined)
  return version !== undefined && usable.test(version.stdout)
}

function lastLine(cause: unknown): string {
  const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : String(cause)
  return said.trim().split('\n').at(-1) ?? ''
}
