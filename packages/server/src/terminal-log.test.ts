import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { logLineInWords } from './terminal-log'
import { spawnServer } from './testing/spawn-server'

const at = new Date(2026, 0, 2, 3, 4, 5).getTime()
const line = (fields: object) => `${JSON.stringify({ level: 30, time: at, pid: 1, hostname: 'h', ...fields })}\n`

describe('a log line at a terminal', () => {
  it.each([
    [line({ msg: 'stopping', signal: 'SIGINT' }), '03:04:05  stopping (signal SIGINT)'],
    [
      line({ msg: 'request', reqId: 'r', method: 'GET', path: '/x', status: 200, ms: 1.5 }),
      '03:04:05  GET /x 200, 1.5 ms',
    ],
    [line({ level: 40, msg: 'it stopped', err: { message: 'why', stack: 's' } }), '03:04:05  warning: it stopped: why'],
    [
      line({ level: 50, msg: 'broken', err: { message: 'why', stack: 'Error: why\n  at x' } }),
      '03:04:05  error: broken\nError: why\n  at x',
    ],
    [line({ msg: 'request', method: 'GET', path: '/\u001b[2J', status: 404, ms: 1 }), '03:04:05  GET /�[2J 404, 1 ms'],
    ['no JSON\n', 'no JSON'],
  ])('reads %j', (given, words) => {
    expect(logLineInWords(given)).toBe(words)
  })
})

describe('the start', () => {
  const start = (through: string[]) =>
    spawnServer(
      { POSTIL_HOME: mkdtempSync(join(tmpdir(), 'postil-terminal-')), POSTIL_LOG_LEVEL: 'info', SHELL: '/bin/sh' },
      through,
    )

  it('shows words at a terminal, and the set-up link last', async () => {
    // `script` gives its command a terminal; the words after -c are those of the shell it runs.
    const server = await start(['sh', '-c', 'exec script -qefc "exec \\"$0\\" \\"$1\\"" /dev/null'])
    await expect.poll(() => server.output()).toContain('/setup?token=')
    const lines = server
      .output()
      .split(/\r?\n/)
      .filter((text) => text.trim() !== '')
    expect(lines.filter((text) => text.startsWith('{'))).toEqual([])
    expect(lines.at(-1)).toMatch(/^Set up the owner here, once: http:\/\/localhost:\d+\/setup\?token=\S+$/)
    expect(lines.some((text) => text.startsWith('Postil is ready at '))).toBe(true)
    await server.end('SIGTERM')
  })

  it('writes JSON for programs elsewhere', async () => {
    const server = await start([])
    await server.end('SIGTERM')
    const lines = server.output().split('\n')
    expect(lines.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text).msg)).toContain('stopping')
    expect(lines.filter((text) => /^\d\d:\d\d:\d\d /.test(text))).toEqual([])
  })
})
