import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { spawnServer } from './spawn-server'

const CONNECTIONS = 80
const BODY_BYTES = 6 * 1024 * 1024
/** The goal for the bodies of all strangers together. */
const MAX_MORE_MEGABYTES = 300
const PATHS = ['/api/v1/token', '/api/security/token', '/api/v1/datasets', '/api/v1/me/responses/bulk', '/nowhere']

describe.runIf(process.platform === 'linux')('strangers with large bodies', () => {
  it('cost little memory, and others are answered meanwhile', async () => {
    const home = mkdtempSync(join(tmpdir(), 'postil-strangers-'))
    const server = await spawnServer({ POSTIL_HOME: home, POSTIL_SLOW_BODY_SECONDS: '600' })
    try {
      const idle = megabytesOf(server.process.pid)
      const port = Number(new URL(server.url).port)
      const body = `[${'{},'.repeat(BODY_BYTES / 3 - 1)}`
      const sockets = Array.from({ length: CONNECTIONS }, (_, n) => hold(port, PATHS[n % PATHS.length] ?? '/', body))
      let most = idle
      // Until everything is sent, and a little longer: the server then holds all it is going to hold.
      for (let rounds = 0; rounds < 5 || sockets.some((socket) => socket.writableLength > 0); rounds += 1) {
        const reply = await fetch(`${server.url}/healthz`)
        expect(reply.status).toBe(200)
        most = Math.max(most, megabytesOf(server.process.pid))
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      for (const socket of sockets) socket.destroy()
      console.log(`${CONNECTIONS} strangers with ${BODY_BYTES} bytes each: ${idle} MB idle, at most ${most} MB`)
      expect(most - idle).toBeLessThan(MAX_MORE_MEGABYTES)
    } finally {
      await server.end('SIGKILL')
      rmSync(home, { recursive: true, force: true })
    }
  })
})

/** Send a body but for its last byte, and keep the connection. */
function hold(port: number, path: string, body: string) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.resume()
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length + 1}`
  socket.write(`${head}\r\n\r\n${body}`)
  return socket
}

/** Memory of a process that is in use, in megabytes. */
function megabytesOf(pid: number | undefined): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}
