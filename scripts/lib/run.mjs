import { spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './root.mjs'

/**
 * Run a program to its end with our own output streams.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; 128 + the signal's number when a signal ended it, as in a shell
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options })
    // Asked to end, we pass it on and wait, so that nothing that we started outlives us.
    const passOn = () => child.kill('SIGTERM')
    process.on('SIGTERM', passOn)
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      process.off('SIGTERM', passOn)
      resolve(signal ? 128 + constants.signals[signal] : (code ?? 1))
    })
  })
}

/**
 * Run a program and return its output.
 *
 * @param {string} program
 * @param {string[]} args
 * @returns {string | undefined} what it printed, trimmed; undefined when it is missing or says no
 */
export function ask(program, args) {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return status === 0 ? stdout.trim() : undefined
}
