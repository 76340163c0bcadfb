import { ask, run } from './run.mjs'
import { say } from './say.mjs'

/**
 * Install Debian packages if `apt-get` exists and can be used without a password: as root, or by sudo.
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
  // On a fresh machine the package lists are missing or old. If the update fails, the existing lists may be sufficient.
  await runAll([...aptGet, 'update'])
  return (await runAll([...aptGet, ...install])) === 0
}

/** @param {string[]} words of a command line */
function runAll([program = '', ...args]) {
  return run(program, args)
}
