import { HOSTING_NETWORKS } from './hosting-networks.js'
import {
  MAPPED_IPV4,
  toSharedRanges,
  type AddressRange,
  type SharedRanges,
} from './shared-ranges.js'

export interface HostingRanges {
  ranges: SharedRanges
  names: ReadonlyMap<number, string>
}

/** Lines of `first,last,asn,name` with decimal addresses; a name with a comma or a quote is quoted. */
export interface AsnTables {
  ipv4: string
  ipv6: string
}

const LINE = /^(\d+),(\d+),(\d+),(.*)$/gm

/** Collects the ranges of the listed hosting networks from a database of AS numbers. */
export function deriveHostingRanges(tables: AsnTables): HostingRanges {
  const listed = new Set(
    Object.values(HOSTING_NETWORKS).flatMap((networks) => networks.map(([asn]) => asn)),
  )
  const names = new Map<number, string>()
  const ranges: AddressRange[] = []
  for (const [text, offset] of [
    [tables.ipv4, MAPPED_IPV4],
    [tables.ipv6, 0n],
  ] as const)
    for (const [, first = '', last = '', asn, name = ''] of text.matchAll(LINE)) {
      if (!listed.has(Number(asn))) continue
      names.set(Number(asn), unquote(name))
      ranges.push({ first: offset + BigInt(first), last: offset + BigInt(last) })
    }
  return { ranges: toSharedRanges(ranges), names }
}

function unquote(field: string): string {
  return field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field
}
