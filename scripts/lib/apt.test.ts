import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const step = pathToFileURL(`${import.meta.dirname}/apt.mjs`).href
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postil-apt-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('installDebianPackages', () => {
  it('installs as root, after a look at what there is', () => {
    program('apt-get', `echo "$@" >> ${folder}/log`)
    expect(install(0)).toBe('true')
    expect(log()).toEqual([
      '--version',
      '-qq -o=Dpkg::Use-Pty=0 update',
      '-qq -o=Dpkg::Use-Pty=0 install -y --no-install-recommends one two',
    ])
  })

  it('installs through a sudo that wants no password', () => {
    program('apt-get', `echo "$@" >> ${folder}/log`)
    program('sudo', 'shift; "$@"')
    expect(install(1000)).toBe('true')
    expect(log()).toHaveLength(3)
  })

  it('leaves the machine alone where sudo wants a password', () => {
    program('apt-get', `echo "$@" >> ${folder}/log`)
    program('sudo', 'exit 1')
    expect(install(1000)).toBe('false')
    expect(log()).toEqual(['--version'])
  })

  it('says no where there is no apt-get', () => {
    expect(install(0)).toBe('false')
  })

  it('says no when the installation fails', () => {
    program('apt-get', `echo "$@" >> ${folder}/log; case "$*" in *install*) exit 100;; esac`)
    expect(install(0)).toBe('false')
  })
})

/** Create a program on the PATH of the step, which contains no other programs. */
function program(name: string, body: string) {
  writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`)
  chmodSync(join(folder, name), 0o755)
}

/** Run the step as a user with this id. @returns the result as text */
function install(uid: number): string {
  // The step calls apt-get through `env`, which is not on this PATH, so a replacement runs its arguments.
  program('env', 'shift; exec "$@"')
  const script = `process.getuid = () => ${uid}
    const { installDebianPackages } = await import('${step}')
    process.stdout.write(String(await installDebianPackages(['one', 'two'])))`
  const options = { encoding: 'utf8', env: { PATH: folder } } as const
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], options).stdout
}

function log(): string[] {
  return readFileSync(join(folder, 'log'), 'utf8').trim().split('\n')
}
