import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { isInCidr, parseIpAddress } from './ip-address.js'
import {
  countSharedRanges,
  isInSharedRanges,
  NO_SHARED_RANGES,
  parseSharedRanges,
} from './shared-ranges.js'

const LIST = `\uFEFF# carriers
203.0.113.0/24   # one of them
198.51.100.7
2001:db8:1::/48,DE,DE-BE,Berlin,
\r
192.0.2.0/25
192.0.2.128/25
`

describe('a list of shared IP ranges', () => {
  const ranges = parseSharedRanges(LIST)

  it.each([
    ['203.0.113.0', true],
    ['203.0.113.255', true],
    ['::ffff:203.0.113.5', true],
    ['203.0.114.0', false],
    ['203.0.112.255', false],
    ['198.51.100.7', true],
    ['198.51.100.8', false],
    ['2001:db8:1::1', true],
    ['2001:DB8:1:ffff:ffff:ffff:ffff:ffff', true],
    ['2001:db8:2::', false],
    ['192.0.2.127', true],
    ['192.0.2.128', true],
    ['0.0.0.0', false],
    ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', false],
    ['', false],
    ['nobody', false],
  ])('%s is in it: %s', (address, expected) => {
    expect(isInSharedRanges(address, ranges)).toBe(expected)
  })

  it('merges neighbouring and overlapping networks', () => {
    expect(countSharedRanges(parseSharedRanges('192.0.2.0/25\n192.0.2.128/25'))).toBe(1)
    expect(countSharedRanges(parseSharedRanges('10.0.0.0/8\n10.1.0.0/16\n10.0.0.1'))).toBe(1)
    expect(countSharedRanges(parseSharedRanges('10.0.0.0/16\n10.2.0.0/16'))).toBe(2)
  })

  it('may be empty', () => {
    expect(parseSharedRanges('\n# nothing\n')).toEqual(NO_SHARED_RANGES)
    expect(isInSharedRanges('203.0.113.5', NO_SHARED_RANGES)).toBe(false)
  })

  it.each([
    '203.0.113.0/33',
    '203.0.113.0/0',
    '::/0',
    '2001:db8::/129',
    '203.0.113',
    'x',
    '1.2.3.4/24/8',
  ])('rejects %s, and names its line', (entry) => {
    expect(() => parseSharedRanges(`192.0.2.0/24\n${entry}\n`)).toThrow(
      `line 2: ${JSON.stringify(entry)}`,
    )
  })

  it('names the first wrong lines and the number of the others', () => {
    expect(() => parseSharedRanges('x\n'.repeat(12))).toThrow(/line 5: "x" and 7 more$/)
  })

  it('contains exactly its networks', () => {
    const octets = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 4, maxLength: 4 })
    const text = octets.map((parts) => parts.map((part) => part * 64).join('.'))
    const cidr = fc.tuple(text, fc.integer({ min: 1, max: 32 }))
    fc.assert(
      fc.property(fc.array(cidr, { maxLength: 20 }), text, (list, address) => {
        const found = isInSharedRanges(
          address,
          parseSharedRanges(list.map(([net, bits]) => `${net}/${bits}`).join('\n')),
        )
        const parsed = parseIpAddress(address)
        const expected = list.some(([net, bits]) => {
          const network = parseIpAddress(net)
          return network !== null && parsed !== null && isInCidr(parsed, [network, bits])
        })
        expect(found).toBe(expected)
      }),
    )
  })

  it('is searched without reading every entry', () => {
    const lines = Array.from(
      { length: 30_000 },
      (_, n) => `2a0${n % 10}:${(n >> 8).toString(16)}:${(n & 255).toString(16)}::/64`,
    )
    const many = parseSharedRanges(lines.join('\n'))
    const startedAtMs = performance.now()
    for (let n = 0; n < 1_000; n += 1) isInSharedRanges(`2a01:${n.toString(16)}:1::1`, many)
    expect(performance.now() - startedAtMs).toBeLessThan(500)
  })
})
