import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Config } from './config'

/**
 * Sentences for the terminal at start, on who can reach the server: how to give others access while only this machine has it, and a warning
 * when others connect over plain HTTP.
 *
 * @param port - the port that was opened
 */
export function reachSentences({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>, port: number): string[] {
  const isSecure = publicUrl?.startsWith('https:') === true
  if (isLoopback(host)) {
    if (publicUrl) return []
    return ['Only this machine can open it. To let others in, see "Letting others in" in docs/guides/running.md.']
  }
  const addresses = publicUrl ? [] : (isIP(host) && !isAny(host) ? [host] : ownAddresses()).map((ip) => urlOf(ip, port))
  return [
    ...(addresses.length > 0 ? [`Others open it at ${addresses.join(' or ')}.`] : []),
    ...(isSecure
      ? []
      : ['Warning: over plain HTTP, whoever is on the way can read passwords and answers. Put it behind HTTPS.']),
  ]
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

function isAny(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  return all.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address)
}

function urlOf(ip: string, port: number): string {
  return `http://${ip.includes(':') ? `[${ip}]` : ip}:${port}`
}
