import ipaddr from 'ipaddr.js'

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Parses an address. IPv4 only as four plain decimal parts; IPv6 in any spelling, without brackets or zone id.
 *
 * @returns null for anything else, including number forms such as `0x7f.1` and `127.1`
 */
export function parseIpAddress(text: string): IpAddress | null {
  if (text.includes(':')) {
    const isPlain = /^[0-9a-f:.]+$/i.test(text) && ipaddr.IPv6.isValid(text)
    return isPlain ? ipaddr.IPv6.parse(text) : null
  }
  return ipaddr.IPv4.isValidFourPartDecimal(text) ? ipaddr.IPv4.parse(text) : null
}

export type Cidr = readonly [network: IpAddress, prefixBits: number]

/** Whether an address lies in a network of the same family; mapped forms do not match. */
export function isInCidr(address: IpAddress, [network, prefixBits]: Cidr): boolean {
  return address.kind() === network.kind() && address.match(network, prefixBits)
}

/** Parses a constant list of networks such as `10.0.0.0/8`. */
export function cidrs(...texts: string[]): readonly Cidr[] {
  return texts.map((text) => ipaddr.parseCIDR(text))
}
