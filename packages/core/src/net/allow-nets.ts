import ipaddr from 'ipaddr.js'
import { isMappedAddress } from './address-ranges.js'
import { domainError } from '../lib/errors.js'
import { isInCidr, parseIpAddress, type Cidr, type IpAddress } from './ip-address.js'

/** Private networks that deliveries may reach (DELIVERY_ALLOW_NETS). */
export type ParsedNets = readonly Cidr[]

/**
 * Parses CIDRs and addresses, separated by commas or spaces. Rejects networks that cover an address family. @throws
 * DomainError
 */
export function parseAllowNets(text: string): ParsedNets {
  const nets = text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(parseEntry)
  for (const kind of ['ipv4', 'ipv6'] as const) {
    const family = nets.filter(([network]) => network.kind() === kind)
    if (!coversAll(family, kind === 'ipv4' ? 32 : 128)) continue
    const entries = family.map(([network, bits]) => `${network.toString()}/${bits}`).join(',')
    throw refusal(entries, 'Together they allow every address; list only the networks you need.')
  }
  return nets
}

/** Whether the networks together contain every address of the family. */
function coversAll(nets: ParsedNets, familyBits: number): boolean {
  const ranges = nets
    .map(([network, prefixBits]) => rangeOf(network, BigInt(familyBits - prefixBits)))
    .sort((a, b) => (a.first < b.first ? -1 : 1))
  let next = 0n
  for (const { first, after } of ranges) {
    if (first > next) return false
    if (after > next) next = after
  }
  return next === 1n << BigInt(familyBits)
}

function rangeOf(network: IpAddress, hostBits: bigint): { first: bigint; after: bigint } {
  const address = network.toByteArray().reduce((number, byte) => number * 256n + BigInt(byte), 0n)
  const first = (address >> hostBits) << hostBits
  return { first, after: first + (1n << hostBits) }
}

export function isInsideNets(address: IpAddress, nets: ParsedNets): boolean {
  return nets.some((net) => isInCidr(address, net))
}

function parseEntry(entry: string): Cidr {
  const [addressText = '', prefixText, ...rest] = entry.split('/')
  const address = parseIpAddress(addressText)
  if (!address || rest.length > 0) throw refusal(entry, 'Write it like 10.0.0.0/8 or fd12::/16.')
  if (isMappedAddress(address)) throw refusal(entry, 'Write the IPv4 network itself.')

  const maxBits = address instanceof ipaddr.IPv4 ? 32 : 128
  const prefixBits = prefixText === undefined ? maxBits : parsePrefixBits(prefixText)
  if (prefixBits === null || prefixBits > maxBits) {
    throw refusal(entry, `Its prefix must be a whole number from 1 to ${maxBits}.`)
  }
  if (prefixBits === 0)
    throw refusal(entry, 'It allows every address; list only the networks you need.')
  return [address, prefixBits]
}

function parsePrefixBits(text: string): number | null {
  return /^(0|[1-9]\d{0,2})$/.test(text) ? Number(text) : null
}

function refusal(entry: string, advice: string): Error {
  return domainError('validation_failed', `${JSON.stringify(entry)} is not allowed. ${advice}`)
}
