import ipaddr from 'ipaddr.js'
import { domainError } from '../lib/errors.js'
import { parseIpAddress, type IpAddress } from './ip-address.js'

/**
 * Sorted ranges that are not adjacent. Each has 32 bytes: first and last address, IPv4 as mapped IPv6. The database and
 * the shipped file use this form.
 */
export type SharedRanges = Buffer

export type AddressRange = { first: bigint; last: bigint }

const ADDRESS_BYTES = 16
const RANGE_BYTES = 2 * ADDRESS_BYTES

export const NO_SHARED_RANGES: SharedRanges = Buffer.alloc(0)

const MAX_NAMED = 5

/** Parses a CIDR or address per line, ignoring comments. @throws DomainError that names the invalid lines */
export function parseSharedRanges(text: string): SharedRanges {
  const wrong: string[] = []
  const ranges: AddressRange[] = []
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    const entry = line.replace(/[#,].*$/s, '').trim()
    if (entry === '') continue
    const range = readRange(entry)
    if (range === null) wrong.push(`line ${index + 1}: ${JSON.stringify(entry.slice(0, 60))}`)
    else ranges.push(range)
  }
  if (wrong.length > 0) throw wrongLines(wrong)
  return toSharedRanges(ranges)
}

export function toSharedRanges(ranges: readonly AddressRange[]): SharedRanges {
  const merged: AddressRange[] = []
  for (const range of [...ranges].sort(byFirst)) {
    const previous = merged.at(-1)
    if (previous === undefined || range.first > previous.last + 1n) merged.push({ ...range })
    else if (range.last > previous.last) previous.last = range.last
  }
  const bytes = Buffer.alloc(merged.length * RANGE_BYTES)
  for (const [index, { first, last }] of merged.entries()) {
    writeAddress(bytes, first, index * RANGE_BYTES)
    writeAddress(bytes, last, index * RANGE_BYTES + ADDRESS_BYTES)
  }
  return bytes
}

export function countSharedRanges(ranges: Uint8Array): number {
  return ranges.length / RANGE_BYTES
}

/** Whether the address lies in one of the ranges; false for text that is not an address. */
export function isInSharedRanges(address: string, ...lists: readonly SharedRanges[]): boolean {
  const key = keyOf(address)
  if (key === null) return false
  return lists.some((ranges) => {
    const start = lastStartAtMost(ranges, key) * RANGE_BYTES
    return start >= 0 && compareAddress(key, ranges, start + ADDRESS_BYTES) <= 0
  })
}

/** Four plain decimal parts; each may still exceed 255. */
const FOUR_PARTS = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/

function keyOf(address: string): Buffer | null {
  if (FOUR_PARTS.test(address)) {
    const bytes = address.split('.').map(Number)
    return bytes.every((byte) => byte <= 255) ? Buffer.from([...MAPPED_PREFIX, ...bytes]) : null
  }
  const [withoutZone = ''] = address.split('%', 1)
  const parsed = parseIpAddress(withoutZone)
  return parsed === null ? null : Buffer.from(bytesOf(parsed))
}

function lastStartAtMost(ranges: SharedRanges, key: Buffer): number {
  let low = 0
  let high = countSharedRanges(ranges)
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareAddress(key, ranges, middle * RANGE_BYTES) >= 0) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Replaces Buffer's compare(), whose argument checks take several times as long: this runs for every install. */
function compareAddress(key: Buffer, ranges: SharedRanges, offset: number): number {
  for (let at = 0; at < ADDRESS_BYTES; at += 4) {
    const difference = key.readUInt32BE(at) - ranges.readUInt32BE(offset + at)
    if (difference !== 0) return difference
  }
  return 0
}

function readRange(entry: string): AddressRange | null {
  const [addressText = '', bitsText, ...rest] = entry.split('/')
  const address = parseIpAddress(addressText)
  if (address === null || rest.length > 0) return null
  const size = address instanceof ipaddr.IPv4 ? 32 : 128
  const bits = bitsText === undefined ? size : Number(/^\d{1,3}$/.exec(bitsText)?.[0] ?? Number.NaN)
  // A prefix of 0 would make every address shared.
  if (!(bits >= 1 && bits <= size)) return null
  const hostBits = BigInt(size - bits)
  const first = (numberOf(address) >> hostBits) << hostBits
  return { first, last: first + (1n << hostBits) - 1n }
}

/** Offset of an IPv4 address's number: its mapped form is `::ffff:a.b.c.d`. */
export const MAPPED_IPV4 = 0xffffn << 32n

function numberOf(address: IpAddress): bigint {
  return BigInt(`0x${Buffer.from(bytesOf(address)).toString('hex')}`)
}

const MAPPED_PREFIX = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]

function bytesOf(address: IpAddress): number[] {
  const bytes = address.toByteArray()
  return address instanceof ipaddr.IPv4 ? [...MAPPED_PREFIX, ...bytes] : bytes
}

function writeAddress(target: Buffer, address: bigint, offset: number): void {
  target.writeBigUInt64BE(address >> 64n, offset)
  target.writeBigUInt64BE(BigInt.asUintN(64, address), offset + 8)
}

function byFirst(a: AddressRange, b: AddressRange): number {
  if (a.first === b.first) return 0
  return a.first < b.first ? -1 : 1
}

function wrongLines(wrong: readonly string[]): Error {
  const named = wrong.slice(0, MAX_NAMED).join(', ')
  const more = wrong.length > MAX_NAMED ? ` and ${wrong.length - MAX_NAMED} more` : ''
  return domainError(
    'validation_failed',
    `must have a network such as 203.0.113.0/24 or 2001:db8::/32 on each line; invalid: ${named}${more}`,
  )
}
