import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config'
import { AppError } from '../../errors'

/**
 * Serve only requests that were sent to a name of this server: localhost, an IP address, or a name that the settings say. Without this, a
 * page of another site whose name is made to lead to this machine (DNS rebinding) counts as a page of ours.
 */
export function addHostCheck(app: FastifyInstance, config: Config): void {
  const names = new Set(['localhost', config.host.toLowerCase(), ...config.allowedHosts])
  if (config.publicUrl) names.add(new URL(config.publicUrl).hostname)
  app.addHook('onRequest', async ({ headers: { host } }) => {
    // Only programs leave it out, with HTTP/1.0.
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

/** The name in a Host header, without the port; undefined when it is none. */
function nameOf(host: string): string | undefined {
  const address = `http://${host}`
  if (/[/?#@\\]/.test(host) || !URL.canParse(address)) return undefined
  return new URL(address).hostname
}
