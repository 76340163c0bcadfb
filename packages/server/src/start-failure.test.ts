import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { spawnServer } from './testing/spawn-server'

const postgresUrl = process.env.POSTIL_TEST_POSTGRES_URL
const makeHome = () => mkdtempSync(join(tmpdir(), 'postil-start-'))

/** What a server that cannot start prints after the words that say so: one line. */
async function failureOf(env: Record<string, string>): Promise<string> {
  const failed = await spawnServer({ POSTIL_HOME: makeHome(), ...env }).catch((cause: Error) => cause.message)
  if (typeof failed !== 'string') {
    await failed.end('SIGKILL')
    throw new Error('The server started.')
  }
  expect(failed).toContain('The server ended with 1.')
  return /^Postil cannot start\. (.*)\n$/m.exec(failed)?.[1] ?? failed
}

function at(url: string, change: (url: URL) => void): string {
  const changed = new URL(url)
  change(changed)
  return changed.href
}

describe('a server that cannot start says why in one sentence', () => {
  it.each<[Record<string, string>, string]>([
    [{ POSTIL_PORT: 'abc' }, 'POSTIL_PORT must be a whole number.'],
    [{ POSTIL_PORT: '70000' }, 'POSTIL_PORT must be between 0 and 65535.'],
    [{ POSTIL_DATABASE_URL: 'mysql://x' }, 'POSTIL_DATABASE_URL must start with postgres://.'],
    [{ POSTIL_PUBLIC_URL: 'javascript:alert(1)' }, 'POSTIL_PUBLIC_URL must be an http or https address.'],
    [{ POSTIL_PUBLIC_URL: 'labels.example' }, 'POSTIL_PUBLIC_URL must be an http or https address.'],
    [
      { POSTIL_DATABASE_URL: 'postgres://postil:se#cret@127.0.0.1/postil' },
      'POSTIL_DATABASE_URL must be an address such as postgres://user:password@host/database; in the password write %23 for #, %2F for / and %3F for ?.',
    ],
    [
      { POSTIL_DATABASE_URL: 'postgres://postil:12#34@127.0.0.1/postil' },
      'POSTIL_DATABASE_URL must be an address such as postgres://user:password@host/database; in the password write %23 for #, %2F for / and %3F for ?.',
    ],
    [
      { POSTIL_PUBLIC_URL: 'https://tools.example/labels' },
      'POSTIL_PUBLIC_URL must be without a path: a proxy must pass on a whole host name, such as https://labels.example.',
    ],
    [{ POSTIL_OWNER_PASSWORD: 'long enough' }, 'POSTIL_OWNER_PASSWORD needs POSTIL_OWNER_USERNAME beside it.'],
    [{ POSTIL_OWNER_API_KEY: 'long.enough' }, 'POSTIL_OWNER_API_KEY needs POSTIL_OWNER_USERNAME beside it.'],
    [{ POSTIL_OWNER_PASSWORD: 'short' }, 'POSTIL_OWNER_PASSWORD must have 8 to 100 characters.'],
    [{ POSTIL_OWNER_API_KEY: 'short' }, 'POSTIL_OWNER_API_KEY must have 8 to 200 characters.'],
    [{ POSTIL_SECRET_KEY: 'short' }, 'POSTIL_SECRET_KEY must have 16 characters or more.'],
    ...['true', 'yes', '0', '10.0.0.0/33', '10.0.0.1, proxy.example'].map((given): [Record<string, string>, string] => [
      { POSTIL_TRUST_PROXY: given },
      'POSTIL_TRUST_PROXY must be false, the number of proxies before the server (1 to 9), or their addresses with commas between.',
    ]),
    [{ POSTIL_LOG_LEVEL: 'loud' }, 'POSTIL_LOG_LEVEL must be debug, info, warn, error or silent.'],
    [{ POSTIL_PROT: '1' }, 'POSTIL_PROT is not a setting of Postil. See docs/reference/configuration.md.'],
    [
      { POSTIL_OWNER_USERNAME: 'x' },
      'POSTIL_OWNER_USERNAME needs POSTIL_OWNER_PASSWORD or POSTIL_OWNER_API_KEY beside it.',
    ],
  ])('with the settings %j', async (settings, sentence) => {
    expect(await failureOf(settings)).toBe(sentence)
  })

  it('when another server has the folder, and that one goes on', async () => {
    const home = makeHome()
    const first = await spawnServer({ POSTIL_HOME: home })
    expect(await failureOf({ POSTIL_HOME: home })).toMatch(/^Another Postil server is using .*postil\.sqlite\./)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
    await first.end('SIGTERM')
  })

  it('when the port is taken', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    expect(await failureOf({ POSTIL_PORT: port })).toMatch(/^The port is taken: .*POSTIL_PORT\.$/)
    other.close()
  })

  it('when the host is none of ours', async () => {
    expect(await failureOf({ POSTIL_HOST: '192.0.2.77' })).toBe('POSTIL_HOST is no address of this machine.')
  })

  it('when the folder cannot be made', async () => {
    const file = join(makeHome(), 'file')
    writeFileSync(file, '')
    expect(await failureOf({ POSTIL_HOME: join(file, 'home') })).toMatch(/^The folder of POSTIL_HOME cannot be made: /)
  })

  it('when the file of the store is something else', async () => {
    const home = makeHome()
    writeFileSync(
      join(home, 'postil.sqlite'),
      'This is a letter, and no database, however long it may be. '.repeat(200),
    )
    expect(await failureOf({ POSTIL_HOME: home })).toMatch(/^Cannot open .*postil\.sqlite: .*not a database/)
  })

  it('when nobody answers at the database', async () => {
    expect(await failureOf({ POSTIL_DATABASE_URL: 'postgres://me@127.0.0.1:1/none' })).toBe(
      'PostgreSQL does not answer at POSTIL_DATABASE_URL.',
    )
  })

  it.runIf(postgresUrl)('when the database is missing', async () => {
    const url = at(postgresUrl ?? '', (changed) => {
      changed.pathname = '/postil_no_such_database'
    })
    expect(await failureOf({ POSTIL_DATABASE_URL: url })).toMatch(/^The database of POSTIL_DATABASE_URL does not exist/)
  })

  it.runIf(postgresUrl)('when the user is not known', async () => {
    const url = at(postgresUrl ?? '', (changed) => {
      changed.username = 'postil_no_such_user'
      changed.password = 'a-password-that-must-not-be-printed'
    })
    const said = await failureOf({ POSTIL_DATABASE_URL: url })
    expect(said).toMatch(/^PostgreSQL refuses the user/)
    expect(said).not.toContain('a-password')
  })
})
