import ipaddr from 'ipaddr.js'
import { cidrs, isInCidr, parseIpAddress, type IpAddress } from './ip-address.js'

/** Private ranges: an address in them identifies nobody on the internet. */
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

/** Normalizes an address (RFC 5952; mapped IPv4 as IPv4, without zone id), or returns null. */
export function normalizeAddress(text: string): string | null {
  const ipv4 = plainIpv4(text)
  return ipv4 ?? readPeer(text)?.toString() ?? null
}

/** A socket's or X-Forwarded-For's address, normalized, or null. Some proxies append the client's port. */
export function peerAddress(text: string): string | null {
  const address = normalizeAddress(text)
  if (address !== null) return address
  const [, ipv6, ipv4] = WITH_PORT.exec(text) ?? []
  return normalizeAddress(ipv6 ?? ipv4 ?? '')
}

const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/

/** The /24 or /64 of an address, for rough statistics and rate limits, or null. */
export function addressPrefix(text: string): string | null {
  const address = readPeer(text)
  if (!address) return null
  return address instanceof ipaddr.IPv4
    ? `${networkOf(address, 3)}/24`
    : `${networkOf(address, 8)}/64`
}

/** The "same address" of matching: IPv4, or the /64 of IPv6, because phones change the rest at will; or null. */
export function matchAddress(text: string): string | null {
  const ipv4 = plainIpv4(text)
  if (ipv4 !== null) return ipv4
  const address = readPeer(text)
  if (!address) return null
  return address instanceof ipaddr.IPv4 ? address.toString() : `${networkOf(address, 8)}/64`
}

/** Private, loopback, link-local, carrier-grade NAT or no address at all: in production neither a signal nor a key. */
export function isPrivateAddress(text: string): boolean {
  const address = readPeer(text)
  return !address || PRIVATE.some((net) => isInCidr(address, net))
}

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

function networkOf(address: IpAddress, keptBytes: number): string {
  const bytes = address.toByteArray().map((byte, index) => (index < keptBytes ? byte : 0))
  return ipaddr.fromByteArray(bytes).toString()
}
