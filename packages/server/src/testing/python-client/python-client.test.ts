import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, testServer } from '../test-server'
import { ensurePythonClient, type PythonEnvironment, type Requirements } from './python-environment'

/** Programs written for the genuine Python client run unchanged: each script here is one, and fails with its own assertion. */
const SCRIPTS = {
  'requirements.txt': ['accounts.py', 'feedback.py', 'classic.py'],
  'requirements-2.txt': ['client-2.py', 'client-2-datasets.py', 'webhooks.py'],
} satisfies Partial<Record<Requirements, string[]>>

const home = mkdtempSync(join(tmpdir(), 'postil-python-'))

afterAll(() => rmSync(home, { recursive: true, force: true }))

describe.each([
  ['1.29', 'requirements.txt'],
  ['2.8', 'requirements-2.txt'],
] as const)('the Python client %s', (_version, requirements) => {
  let environment: PythonEnvironment
  beforeAll(async () => {
    environment = await ensurePythonClient(requirements)
    if (!('missing' in environment)) return
    // As with the other things that tests need: missing is a failure in CI, and said loudly elsewhere.
    if (process.env.CI) throw new Error(environment.missing)
    console.warn(`\n!! ${environment.missing} Nothing is tested with this Python client. !!\n`)
  }, 600_000)

  describe.each(engines)('on %s', (engine) => {
    it.for(SCRIPTS[requirements])('%s', { timeout: 240_000 }, async (script, context) => {
      if ('missing' in environment) return context.skip(environment.missing)
      const server = await testServer(engine)
      // Webhooks are sent in the background.
      await server.context.jobs.start([])
      const url = await server.server.listen({ port: 0, host: '127.0.0.1' })
      const path = fileURLToPath(new URL(`./${script}`, import.meta.url))
      // Compiling the client and its libraries takes each script longer than its steps, so they share the result. It stays out of our sources.
      const compiled = { PYTHONPYCACHEPREFIX: join(environment.python, '../../compiled') }
      const env = { PATH: process.env.PATH, HOME: home, ARGILLA_ENABLE_TELEMETRY: '0', ...compiled }
      const ended = await promisify(execFile)(environment.python, [path, url, server.ownerKey], { env }).then(
        () => 'well',
        (cause: { stdout?: string; stderr?: string }) => `badly:\n${cause.stdout}\n${cause.stderr}`,
      )
      expect(ended).toBe('well')
    })
  })
})
