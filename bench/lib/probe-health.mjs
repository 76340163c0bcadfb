import { Agent, get } from 'node:http'

// Separate process that requests /healthz repeatedly. On request it reports to its parent the longest response time since its last report.
const url = process.argv[2] ?? ''
/** Milliseconds between two requests. */
const PAUSE = 5

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let longestMs = 0

function ask() {
  const started = performance.now()
  const done = () => {
    longestMs = Math.max(longestMs, performance.now() - started)
    setTimeout(ask, PAUSE)
  }
  get(`${url}/healthz`, { agent }, (reply) => reply.resume().on('end', done)).on('error', done)
}

process.on('message', () => {
  process.send?.(longestMs)
  longestMs = 0
})
process.on('disconnect', () => process.exit())
ask()
process.send?.('ready')
