import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message as a receiver got it. */
export interface Received {
  id: string
  type: string
  timestamp: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what was sent.
  data: any
  headers: Record<string, string>
  body: string
}

/** A real receiver on this machine, which answers 204 or what a test tells it. */
export async function startReceiver() {
  const received: Received[] = []
  let arrived = 0
  let held: Promise<void> = Promise.resolve()
  let answer: (message: Received) => { status: number; headers?: Record<string, string> } = () => ({ status: 204 })
  const server = createServer((request, reply) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part) => {
      body += part
    })
    request.on('end', async () => {
      arrived += 1
      await held
      const headers = request.headers as Record<string, string>
      const { type, timestamp, data } = JSON.parse(body)
      const message = { id: headers['webhook-id'] ?? '', type, timestamp, data, headers, body }
      const { status, headers: more } = answer(message)
      if (status < 300) received.push(message)
      reply.writeHead(status, more).end()
    })
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/told`,
    received,
    /** Number of requests, also of those that were not answered yet. */
    arrived: () => arrived,
    types: () => received.map(({ type }) => type),
    answerWith: (to: typeof answer) => {
      answer = to
    },
    /** Answer nothing before this. */
    holdUntil: (over: Promise<void>) => {
      held = over
    },
    start: () => listen(port),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The signature that Standard Webhooks asks for. */
export function signatureOf(secret: string, { headers, body }: Received): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
