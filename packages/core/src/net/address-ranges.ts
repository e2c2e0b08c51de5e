import ipaddr from 'ipaddr.js'
import { cidrs, isInCidr, type Cidr, type IpAddress } from './ip-address.js'

/** Cloud metadata services, which hand out credentials. */
const METADATA = cidrs(
  '169.254.0.0/16',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::/32',
)

/** IPv4 that is not globally routable unicast (IANA special-purpose registry). */
const SPECIAL_IPV4 = cidrs(
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relay
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // class E and broadcast
)

/** Global unicast; the rest is unallocated, translated, local or multicast. */
const GLOBAL_IPV6 = cidrs('2000::/3')

const SPECIAL_IPV6 = cidrs(
  '2001::/23', // protocol assignments, Teredo among them
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which carries an IPv4 address
  '3fff::/20', // documentation
)

const EMBEDDINGS: readonly { net: Cidr; offsetBytes: number }[] = [
  { text: '::ffff:0:0/96', offsetBytes: 12 }, // mapped
  { text: '::ffff:0:0:0/96', offsetBytes: 12 }, // SIIT
  { text: '::/96', offsetBytes: 12 }, // IPv4-compatible
  { text: '64:ff9b::/96', offsetBytes: 12 }, // NAT64
  { text: '2002::/16', offsetBytes: 2 }, // 6to4
].map(({ text, offsetBytes }) => ({ net: ipaddr.parseCIDR(text), offsetBytes }))

/** Whether it is a metadata service's address, or an IPv6 form of one. */
export function isMetadataAddress(address: IpAddress): boolean {
  const embedded = embeddedIpv4(address)
  return [address, ...(embedded ? [embedded] : [])].some((candidate) => isIn(METADATA, candidate))
}

/** Whether it is an IPv4-mapped address, `::ffff:a.b.c.d`. */
export function isMappedAddress(address: IpAddress): boolean {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
}

/** Whether the address is unicast and reachable from the public internet. */
export function isGloballyRoutable(address: IpAddress): boolean {
  if (isMetadataAddress(address)) return false
  if (address.kind() === 'ipv4') return !isIn(SPECIAL_IPV4, address)
  return isIn(GLOBAL_IPV6, address) && !isIn(SPECIAL_IPV6, address)
}

function isIn(nets: readonly Cidr[], address: IpAddress): boolean {
  return nets.some((net) => isInCidr(address, net))
}

function embeddedIpv4(address: IpAddress): IpAddress | null {
  const embedding = EMBEDDINGS.find(({ net }) => isInCidr(address, net))
  if (!embedding) return null
  const { offsetBytes } = embedding
  return ipaddr.fromByteArray(address.toByteArray().slice(offsetBytes, offsetBytes + 4))
}
