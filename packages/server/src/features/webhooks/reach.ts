import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { type Config, isLoopback } from '../../config'

/** Where webhooks may send to; see the setting POSTIL_WEBHOOKS. */
export type Reach = 'public' | 'any'

/**
 * Addresses under which clouds serve credentials to their machines, never needed by a receiver: all link-local ones, also within addresses
 * that routers translate to IPv4, and single ones of some clouds.
 */
const NEVER = blockList([
  ...['169.254.0.0/16', '100.100.100.200/32', '192.0.0.192/32', 'fe80::/10', 'fd00:ec2::/32', 'fd20:ce::254/128'],
  ...['::a9fe:0/112', '::ffff:0:a9fe:0/112', '64:ff9b::a9fe:0/112', '2002:a9fe::/32'],
])

/** Addresses that are not public: the special-purpose registries of IANA (RFC 6890), and multicast. */
const NOT_PUBLIC = blockList([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
  ...['::/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/63', '2001::/23', '2001:db8::/32'],
  ...['2002::/16', '3fff::/20', '5f00::/16', 'fc00::/7', 'fec0::/10', 'ff00::/8'],
])

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/** The reach of the webhooks of this server. */
export function reachOf({ webhooks, host, publicUrl }: Pick<Config, 'webhooks' | 'host' | 'publicUrl'>): Reach {
  if (webhooks !== 'auto') return webhooks
  return isLoopback(host) && publicUrl === undefined ? 'any' : 'public'
}

/** Whether a webhook may send to an IP address. IPv4 addresses within IPv6 ones count as what they are. */
function isInReach(address: string, reach: Reach): boolean {
  const family = familyOf(address)
  if (NEVER.check(address, family)) return false
  return reach === 'any' || !NOT_PUBLIC.check(address, family)
}

/** Whether the host of a URL can be told to be out of reach without looking its name up. */
export function isKnownOutOfReach(url: URL, reach: Reach): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return !isInReach(host, reach)
  return reach === 'public' && /(^|\.)localhost\.?$/.test(host)
}

/** A name that leads to no address in reach. */
export class OutOfReach extends Error {
  override name = 'OutOfReach'
}

/** Looks a name up for a connection, which is made to one of these very addresses: a name cannot lead elsewhere after the check. */
export function lookupInReach(reach: Reach): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (cause, addresses = []) => {
      const allowed = addresses.filter(({ address }) => isInReach(address, reach))
      const [first] = allowed
      const failure = cause ?? (first ? null : new OutOfReach(hostname))
      if (options.all) callback(failure, allowed)
      else callback(failure, first?.address ?? '', first?.family)
    })
  }
}
