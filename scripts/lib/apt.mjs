import { ask, run } from './run.mjs'
import { say } from './say.mjs'

/**
 * Install Debian packages, where there is an apt-get and we may use it without asking: as root, or by a sudo that wants no password.
 *
 * @param {string[]} packages
 * @returns {Promise<boolean>} whether they are installed now
 */
export async function installDebianPackages(packages) {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (ask('apt-get', ['--version']) === undefined) return false
  if (sudo.length > 0 && ask('sudo', ['-n', 'true']) === undefined) return false
  say(`installing Debian packages: ${packages.join(' ')}`)
  const aptGet = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', '-o=Dpkg::Use-Pty=0']
  const install = ['install', '-y', '--no-install-recommends', ...packages]
  // The package lists of a fresh machine are missing or old; where the update fails, what is known may still do.
  await runAll([...aptGet, 'update'])
  return (await runAll([...aptGet, ...install])) === 0
}

/** @param {string[]} words of a command line */
function runAll([program = '', ...args]) {
  return run(program, args)
}
