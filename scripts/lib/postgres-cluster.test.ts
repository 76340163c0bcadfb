import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { pathToFileURL } from 'node:url'
import { expect, it, vi } from 'vitest'
import { findPrograms } from './ensure-postgres.mjs'

const step = pathToFileURL(`${import.meta.dirname}/ensure-postgres.mjs`).href

/** A program that starts a cluster, prints its address, and waits to be killed. */
const owner = `
const { ensurePostgres } = await import('${step}')
delete process.env.POSTIL_TEST_POSTGRES_URL
const { url } = await ensurePostgres()
console.log(url)
setInterval(() => {}, 1000)
`

it.skipIf(findPrograms() === undefined)(
  'ends with its owner, even when that is killed',
  async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', owner], { stdio: ['ignore', 'pipe', 'ignore'] })
    const [line] = await once(child.stdout, 'data')
    const port = Number(new URL(String(line)).port)
    await expect(canConnect(port)).resolves.toBe(true)

    child.kill('SIGKILL')
    await vi.waitUntil(async () => !(await canConnect(port)), { timeout: 10_000 })
  },
  60_000,
)

async function canConnect(port: number): Promise<boolean> {
  const socket = createConnection({ port, host: '127.0.0.1' })
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false, // refused: nobody listens any more
  )
  socket.destroy()
  return isOpen
}
