import ipaddr from 'ipaddr.js'
import { fieldError } from './errors.js'
import { parseIpAddress, type IpAddress } from './ip-address.js'

/**
 * Addresses that strangers share, such as a carrier's or a relay's: sorted ranges that don't touch, first and last
 * address, as 128-bit numbers; IPv4 in its mapped form.
 */
export type SharedAddresses = {
  readonly firsts: readonly bigint[]
  readonly lasts: readonly bigint[]
}

export const NO_SHARED_ADDRESSES: SharedAddresses = { firsts: [], lasts: [] }

type Range = { first: bigint; last: bigint }

/** As many wrong lines as an operator reads at once. */
const MOST_NAMED = 5

/**
 * Reads SHARED_ADDRESS_FILE: a CIDR a line, an address alone is a network of one; `#` begins a comment, and what follows
 * a comma is left out, so that published lists can be used as they are.
 *
 * @throws DomainError `validation_failed` that names the first wrong lines
 */
export function parseSharedAddresses(text: string): SharedAddresses {
  const wrong: string[] = []
  const ranges: Range[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const entry = line.replace(/[#,].*$/s, '').trim()
    if (entry === '') continue
    const range = readRange(entry)
    if (range === null) wrong.push(`line ${index + 1}: ${JSON.stringify(entry.slice(0, 60))}`)
    else ranges.push(range)
  }
  if (wrong.length > 0) throw refusal(wrong)
  return merged(ranges)
}

/** Whether the address lies in one of the ranges; never for text that is no address. */
export function isSharedAddress(address: string, { firsts, lasts }: SharedAddresses): boolean {
  if (firsts.length === 0) return false
  const [withoutZone = ''] = address.split('%', 1)
  const parsed = parseIpAddress(withoutZone)
  if (parsed === null) return false
  const number = numberOf(parsed)
  const last = lasts[lastAtMost(firsts, number)]
  return last !== undefined && number <= last
}

/** The index of the last one that is not greater, or -1. */
function lastAtMost(sorted: readonly bigint[], number: bigint): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const value = sorted[middle]
    if (value !== undefined && value <= number) low = middle + 1
    else high = middle
  }
  return low - 1
}

function readRange(entry: string): Range | null {
  const [addressText = '', bitsText, ...rest] = entry.split('/')
  const address = parseIpAddress(addressText)
  if (address === null || rest.length > 0) return null
  const size = address instanceof ipaddr.IPv4 ? 32 : 128
  const bits = bitsText === undefined ? size : Number(/^\d{1,3}$/.exec(bitsText)?.[0] ?? Number.NaN)
  // A prefix of 0 would make every address a shared one.
  if (!(bits >= 1 && bits <= size)) return null
  const hostBits = BigInt(size - bits)
  const first = (numberOf(address) >> hostBits) << hostBits
  return { first, last: first + (1n << hostBits) - 1n }
}

const MAPPED = 0xffffn << 32n

function numberOf(address: IpAddress): bigint {
  const number = BigInt(`0x${Buffer.from(address.toByteArray()).toString('hex')}`)
  return address instanceof ipaddr.IPv4 ? MAPPED + number : number
}

function merged(ranges: Range[]): SharedAddresses {
  const firsts: bigint[] = []
  const lasts: bigint[] = []
  for (const { first, last } of ranges.sort(byFirst)) {
    const previous = lasts.at(-1)
    if (previous === undefined || first > previous + 1n) {
      firsts.push(first)
      lasts.push(last)
    } else if (last > previous) lasts[lasts.length - 1] = last
  }
  return { firsts, lasts }
}

function byFirst(a: Range, b: Range): number {
  if (a.first === b.first) return 0
  return a.first < b.first ? -1 : 1
}

function refusal(wrong: readonly string[]): Error {
  const named = wrong.slice(0, MOST_NAMED).join(', ')
  const more = wrong.length > MOST_NAMED ? ` and ${wrong.length - MOST_NAMED} more` : ''
  return fieldError(
    'SHARED_ADDRESS_FILE',
    `must have a network such as 203.0.113.0/24 or 2001:db8::/32 on each line, which is not so in ${named}${more}`,
  )
}
