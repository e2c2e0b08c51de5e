import ipaddr from 'ipaddr.js'
import { cidrs, isInCidr, parseIpAddress, type IpAddress } from './ip-address.js'

/** Peers that say nothing about who they are: they belong to a network, not to the internet. */
const PRIVATE = cidrs(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::/127',
  'fc00::/7',
  'fe80::/10',
)

/**
 * The one text for an address: IPv4 dotted, IPv6 in the lower-case compressed form of RFC 5952, an
 * IPv4-mapped one as IPv4. A zone id is dropped.
 *
 * @returns null when the text is no address
 */
export function normalizeAddress(text: string): string | null {
  const ipv4 = plainIpv4(text)
  return ipv4 ?? readPeer(text)?.toString() ?? null
}

/**
 * The visitor's address as a socket or an entry of X-Forwarded-For tells it: some proxies write the client's port behind
 * it, `203.0.113.5:4711` or `[2001:db8::1]:4711`.
 *
 * @returns its one text, or null when there is none
 */
export function peerAddress(text: string): string | null {
  const address = normalizeAddress(text)
  if (address !== null) return address
  const [, ipv6, ipv4] = WITH_PORT.exec(text) ?? []
  return normalizeAddress(ipv6 ?? ipv4 ?? '')
}

const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/

/**
 * The network of an address for rough statistics and rate limits: its /24 or /64, e.g.
 * `203.0.113.0/24`, `2001:db8:1:2::/64`; null when the text is no address.
 */
export function addressPrefix(text: string): string | null {
  const address = readPeer(text)
  if (!address) return null
  return address instanceof ipaddr.IPv4
    ? `${networkOf(address, 3)}/24`
    : `${networkOf(address, 8)}/64`
}

/**
 * What counts as "the same address" in matching (docs/api-contract.md, "Addresses"): an IPv4 address itself, the /64 of
 * an IPv6 one, within which a phone changes its address at will. Null when the text is no address.
 */
export function matchAddress(text: string): string | null {
  const ipv4 = plainIpv4(text)
  if (ipv4 !== null) return ipv4
  const address = readPeer(text)
  if (!address) return null
  return address instanceof ipaddr.IPv4 ? address.toString() : `${networkOf(address, 8)}/64`
}

/**
 * Whether a peer address is private, loopback, link-local or carrier-grade NAT; in production such
 * a one is no signal and no key. Text that is no address counts as private.
 */
export function isPrivateAddress(text: string): boolean {
  const address = readPeer(text)
  return !address || PRIVATE.some((net) => isInCidr(address, net))
}

/** As sockets tell most visitors' addresses, where parsing would tell no more; else null. */
function plainIpv4(text: string): string | null {
  const plain = text.startsWith('::ffff:') ? text.slice('::ffff:'.length) : text
  return IPV4.test(plain) ? plain : null
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/

function readPeer(text: string): IpAddress | null {
  const [withoutZone = ''] = text.split('%', 1)
  const address = parseIpAddress(withoutZone)
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
  return isMapped ? address.toIPv4Address() : address
}

/** The address with all but its first bytes zero. */
function networkOf(address: IpAddress, keptBytes: number): string {
  const bytes = address.toByteArray().map((byte, index) => (index < keptBytes ? byte : 0))
  return ipaddr.fromByteArray(bytes).toString()
}
