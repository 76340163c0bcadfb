import { api } from '../client.ts'

/** The hosts from which the server's settings allow pictures. */
export async function fetchImageHosts(): Promise<readonly string[]> {
  return (await api('GET /api/v1/settings')).image_hosts
}

/** Whether a picture may come from this address: over https, from a host of the list or below one that is listed as `*.host`. */
export function isImageAllowed(address: URL, hosts: readonly string[]): boolean {
  if (address.protocol !== 'https:') return false
  return hosts.some((host) => (host.startsWith('*.') ? address.host.endsWith(host.slice(1)) : address.host === host))
}
