import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { spawnServer } from '../spawn-server'
import { engines, makePlace } from '../test-server'

/**
 * The existing Python client against the built server. Only on request (POSTIL_TEST_PYTHON=1), since it needs Python 3.8 to 3.12 and
 * installs the client from the package index, once.
 */
const CLIENT = 'argilla==1.29.1'
const HOME = join(tmpdir(), 'postil-python-client-1.29.1')
const PYTHON = join(HOME, 'bin', 'python')
const KEY = 'python-client-owner-key'
const run = promisify(execFile)

describe.skipIf(process.env.POSTIL_TEST_PYTHON !== '1')('the existing Python client', () => {
  it.each(engines)('works through the classic tasks on %s', { timeout: 600_000 }, async (engine) => {
    await install()
    const place = await makePlace(engine)
    const server = await spawnServer({
      ...place.env,
      POSTIL_OWNER_USERNAME: 'owner',
      POSTIL_OWNER_PASSWORD: 'owner-password',
      POSTIL_OWNER_API_KEY: KEY,
    })
    const script = fileURLToPath(new URL('classic.py', import.meta.url))
    const { stdout } = await run(PYTHON, [script, server.url, KEY]).finally(() => server.end('SIGTERM'))
    await place.remove()
    expect(stdout).toContain('the client is content')
  })
})

async function install(): Promise<void> {
  if (existsSync(join(HOME, 'installed'))) return
  await run('python3', ['-m', 'venv', HOME])
  await run(PYTHON, ['-m', 'pip', 'install', '--quiet', CLIENT])
  await run(PYTHON, ['-c', `open(${JSON.stringify(join(HOME, 'installed'))}, 'w').close()`])
}
