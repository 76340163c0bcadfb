import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config'
import { AppError } from '../../errors'

/**
 * Serve only requests whose Host header names this server: localhost, an IP address, or a name from the settings. This prevents DNS
 * rebinding, where a page of another site points its own name at this machine and so becomes same-origin with us.
 */
export function addHostCheck(app: FastifyInstance, config: Config): void {
  const names = new Set(['localhost', config.host.toLowerCase(), ...config.allowedHosts])
  if (config.publicUrl) names.add(new URL(config.publicUrl).hostname)
  app.addHook('onRequest', async ({ headers: { host } }) => {
    // Only HTTP/1.0 clients leave it out; browsers never do.
    if (host === undefined) return
    const name = nameOf(host)
    if (
      name === undefined ||
      !(names.has(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) || name.endsWith('.localhost'))
    )
      throw new AppError(
        'wrong_host',
        `This server is not known as ${host.slice(0, 300)}. Name it in POSTIL_PUBLIC_URL or POSTIL_ALLOWED_HOSTS.`,
      )
  })
}

/** The name in a Host header, without the port; undefined when the header is malformed. */
function nameOf(host: string): string | undefined {
  const address = `http://${host}`
  if (/[/?#@\\]/.test(host) || !URL.canParse(address)) return undefined
  return new URL(address).hostname
}
