import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { beforeAll, describe, expect, it } from '@jest/globals'
import {
  deriveHostingRanges,
  type HostingRanges,
} from '@throughline/core/net/derive-hosting-ranges'
import { HOSTING_NETWORKS, HOSTING_RANGES } from '@throughline/core/net/hosting-networks'
import { countSharedRanges, isInSharedRanges } from '@throughline/core/net/shared-ranges'

const require = createRequire(import.meta.url)
const TABLES = {
  ipv4: require.resolve('@ip-location-db/asn/asn-ipv4-num.csv'),
  ipv6: require.resolve('@ip-location-db/asn/asn-ipv6-num.csv'),
}
const MANIFEST = require.resolve('@ip-location-db/asn/package.json')

describe('the shipped ranges of hosting networks', () => {
  let derived: HostingRanges
  let shipped: Buffer
  beforeAll(async () => {
    shipped = await readFile(new URL('./hosting-ranges.bin', import.meta.url))
    derived = deriveHostingRanges({
      ipv4: await readFile(TABLES.ipv4, 'utf8'),
      ipv6: await readFile(TABLES.ipv6, 'utf8'),
    })
  })

  it('equal the source database’s ranges for the listed networks', () => {
    expect(shipped.equals(derived.ranges)).toBe(true)
  })

  it('have the count and date that doctor reports', async () => {
    const manifest = JSON.parse(await readFile(MANIFEST, 'utf8')) as { version: string }
    expect(HOSTING_RANGES.count).toBe(countSharedRanges(shipped))
    expect(manifest.version).toContain(HOSTING_RANGES.date.replaceAll('-', ''))
  })

  it('come from networks with the listed name, each listed once', () => {
    const listed = Object.values(HOSTING_NETWORKS).flat()
    expect(listed.map(([asn]) => [asn, derived.names.get(asn)])).toEqual(listed)
    expect(new Set(listed.map(([asn]) => asn)).size).toBe(listed.length)
  })

  it.each([
    ['a cloud', '3.5.140.2'],
    ['a cloud by IPv6', '2600:1f18::1'],
    ['a cloud by a mapped IPv4 address', '::ffff:3.5.140.2'],
    ['the egress of a private relay', '104.28.0.1'],
    ['the egress of a private relay by IPv6', '2606:54c0::1'],
    ['a VPN provider', '185.159.157.1'],
    ['a web gateway', '165.225.0.1'],
    ['a hosting company', '5.9.0.1'],
  ])('hold an address of %s', (_kind, address) => {
    expect(isInSharedRanges(address, shipped)).toBe(true)
  })

  it.each([
    ['loopback', '127.0.0.1', '::1', '::ffff:127.0.0.1'],
    ['private networks', '10.0.0.1', '172.16.0.1', '192.168.1.1', 'fd00::1', 'fe80::1%eth0'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['documentation', '192.0.2.1', '198.51.100.20', '203.0.113.5', '2001:db8:9::5'],
    ['a university', '129.187.1.1', '2001:2f8::1'],
    [
      'access networks',
      '79.192.0.1',
      '2003::1',
      '73.0.0.1',
      '2601::1',
      '49.32.0.1',
      '2409:4000::1',
    ],
  ])('hold no address of %s', (_kind, ...addresses) => {
    for (const address of addresses)
      expect([address, isInSharedRanges(address, shipped)]).toEqual([address, false])
  })
})
