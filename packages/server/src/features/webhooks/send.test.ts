import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { send, signMessage } from './send'
import { signatureOf } from './testing/receiver'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const MESSAGE = { id: 'msg_1', type: 'ping', at: 1_700_000_000_000_001, data: { text: 'ü' } }
const HEAD = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'

let close = () => {}
afterEach(() => close())

/** A receiver that writes to the connection what a test wants. */
async function startReceiver(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.on('data', (part) => part.toString().endsWith('}') && answer(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    send: async () => send(url, await signMessage(SECRET, MESSAGE), 'any'),
    connections: () => sockets.size,
  }
}

describe('a message to a receiver', () => {
  it('is refused by one that wants to speak another protocol', async () => {
    const receiver = await startReceiver((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n'),
    )
    await expect(receiver.send()).rejects.toThrow('answered with status 101')
  })

  it('is delivered once the status is there; an answer without an end is cut off', async () => {
    const receiver = await startReceiver((socket) => socket.write(HEAD))
    await receiver.send()
    await receiver.send()
    await expect.poll(() => receiver.connections()).toBe(0)
  })

  it('is delivered although a very long answer is cut off', async () => {
    let isCutOff = false
    const receiver = await startReceiver((socket) => {
      const more = () => {
        while (socket.writable && socket.write(`8000\r\n${'x'.repeat(0x8000)}\r\n`));
      }
      socket.write(HEAD)
      socket.on('drain', more).on('close', () => {
        isCutOff = true
      })
      more()
    })
    await receiver.send()
    await expect.poll(() => isCutOff).toBe(true)
  })

  it('is signed as it is encoded, and leaves time for others while it is large', async () => {
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 0)
    const text = 'an 😀 ü '.repeat(2_000_000)
    const { headers, body } = await signMessage(SECRET, { ...MESSAGE, data: { text } })
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
    const whole = Buffer.concat(body)
    expect(headers['content-length']).toBe(String(whole.length))
    const sent = whole.toString()
    expect(JSON.parse(sent).data.text === text).toBe(true)
    const received = { ...MESSAGE, timestamp: '', headers, body: sent }
    expect(headers['webhook-signature']).toBe(signatureOf(SECRET, received))
  })
})
