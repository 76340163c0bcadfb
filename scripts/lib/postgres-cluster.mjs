import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, run } from './run.mjs'
import { CommandError, say } from './say.mjs'

const readyWithinMs = 60_000
const user = 'postil'

/**
 * A shell script that runs the server and stops it when this process ends: its standard input is a pipe from this process, which is closed
 * even if this process is killed. Then the server is shut down ("immediate", since the data is no longer needed) and its files are deleted.
 */
const keeper = `
exec 3<&0
"$1/postgres" -D "$2/data" -k "$2" -p "$3" -c listen_addresses=127.0.0.1 -c max_connections=300 -c fsync="$4" >"$2/log" 2>&1 &
server=$!
{ read -r _ <&3; kill -QUIT $server; } 2>/dev/null &
wait $server
rm -rf "$2"
`

/**
 * Create and start a private PostgreSQL cluster.
 *
 * @param {string} programs folder of initdb and postgres
 * @param {{ isDurable?: boolean }} [options] isDurable: sync to the disk (`fsync`), as in production. Off for tests, because creating or
 *   dropping a database per test costs a hundred syncs. All other settings are defaults; committed data survives the end of any process.
 * @returns {Promise<{ url: string, signal: (name: 'SIGSTOP' | 'SIGCONT') => void, stop: () => Promise<void> }>} url of an empty database,
 *   its user is a superuser of the cluster; `signal` suspends or resumes all its processes
 */
export async function startPrivateCluster(programs, { isDurable = false } = {}) {
  const account = findAccount()
  const folder = mkdtempSync(join(tmpdir(), 'postil-postgres-'))
  const password = randomBytes(16).toString('hex')
  writeFileSync(join(folder, 'password'), password, { mode: 0o600 })
  if (account.uid !== undefined)
    for (const path of ['', 'password']) chownSync(join(folder, path), account.uid, account.gid)
  const options = { ...account, cwd: folder, env: { PATH: process.env.PATH, HOME: folder } }

  say('starting a private PostgreSQL for the tests')
  const initdb = ['-D', `${folder}/data`, '-U', user, '-A', 'scram-sha-256', `--pwfile=${folder}/password`]
  // A natural language collation, as in most databases, so that tests find queries without an explicit collation.
  const order = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US', '--no-sync']
  const code = await run(join(programs, 'initdb'), [...initdb, ...order], {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (code !== 0)
    throw new CommandError(`A PostgreSQL cluster for the tests could not be made: initdb ended with ${code}.`)

  const port = await findFreePort()
  const child = spawn('/bin/sh', ['-c', keeper, 'keeper', programs, folder, `${port}`, isDurable ? 'on' : 'off'], {
    ...options,
    // A separate process group, so that Ctrl-C in the terminal does not stop the server before the tests.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  await untilReady(folder, child)
  // The server must not keep this process alive.
  child.unref()
  return {
    url: `postgres://${user}:${password}@127.0.0.1:${port}/postgres`,
    signal: (name) => {
      const server = Number(readIfThere(`${folder}/data/postmaster.pid`).split('\n')[0])
      // The main process first: while it is suspended it starts no further processes.
      process.kill(server, name)
      for (const pid of childrenOf(server)) {
        try {
          process.kill(pid, name)
        } catch (error) {
          // The process has ended since it was listed.
          if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
        }
      }
    },
    stop: async () => {
      child.ref()
      child.stdin?.end()
      await ended
    },
  }
}

/**
 * @param {number} parent
 * @returns {number[]} ids of the child processes
 */
function childrenOf(parent) {
  const processes = ask('ps', ['-A', '-o', 'pid=,ppid=']) ?? ''
  return processes.split('\n').flatMap((line) => {
    const [pid = 0, ppid] = line.trim().split(/\s+/).map(Number)
    return ppid === parent ? [pid] : []
  })
}

/** The account to run PostgreSQL, which refuses to run as root. The account needs no login. */
function findAccount() {
  if (process.getuid?.() !== 0) return {}
  const name = ['postgres', 'nobody'].find((candidate) => ask('id', ['-u', candidate]) !== undefined)
  if (name === undefined)
    throw new CommandError('PostgreSQL cannot run as root, and there is no account called nobody.')
  return { uid: Number(ask('id', ['-u', name])), gid: Number(ask('id', ['-g', name])) }
}

/** @returns {Promise<number>} a port that was free a moment ago */
function findFreePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/**
 * @param {string} folder
 * @param {import('node:child_process').ChildProcess} child
 */
async function untilReady(folder, child) {
  for (const deadline = Date.now() + readyWithinMs; Date.now() < deadline; await sleep(50)) {
    if (child.exitCode !== null) break
    // Line 8 is the server's state, which pg_ctl reads, too.
    if (readIfThere(`${folder}/data/postmaster.pid`).split('\n')[7]?.trim() === 'ready') return
  }
  const log = readIfThere(`${folder}/log`).trim()
  child.stdin?.end()
  throw new CommandError(`The private PostgreSQL did not start: ${log || 'it said nothing.'}`)
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // not written yet
  }
}
