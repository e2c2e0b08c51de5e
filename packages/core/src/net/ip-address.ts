import ipaddr from 'ipaddr.js'

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/** Parses IPv4 of four plain decimal parts, or IPv6 without brackets or zone id; null for anything else. */
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

export function cidrs(...texts: string[]): readonly Cidr[] {
  return texts.map((text) => ipaddr.parseCIDR(text))
}
