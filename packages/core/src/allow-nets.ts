import ipaddr from 'ipaddr.js'
import { isMappedAddress } from './address-ranges.js'
import { fieldError } from './errors.js'
import { isInCidr, parseIpAddress, type Cidr, type IpAddress } from './ip-address.js'

/** The networks that deliveries may reach although they are private (DELIVERY_ALLOW_NETS). */
export type ParsedNets = readonly Cidr[]

/**
 * Reads DELIVERY_ALLOW_NETS: CIDRs parted by commas or spaces; an address alone is a network of
 * one. Nothing may open everything: 0.0.0.0/0 and ::/0 are refused (contract §8).
 *
 * @throws DomainError `validation_failed` that names the entry
 */
export function parseAllowNets(text: string): ParsedNets {
  return text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(parseEntry)
}

/** Whether the address is inside one of the networks. */
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
  if (prefixBits === 0) throw refusal(entry, 'It opens every address; list the networks you need.')
  return [address, prefixBits]
}

function parsePrefixBits(text: string): number | null {
  return /^(0|[1-9]\d{0,2})$/.test(text) ? Number(text) : null
}

function refusal(entry: string, advice: string): Error {
  return fieldError('DELIVERY_ALLOW_NETS', `${JSON.stringify(entry)} is not allowed. ${advice}`)
}
