import { describe, expect, it } from '@jest/globals'
import { isInsideNets, parseAllowNets } from './allow-nets.js'
import { parseIpAddress } from './ip-address.js'

const isInside = (address: string, nets: string) => {
  const parsed = parseIpAddress(address)
  return parsed !== null && isInsideNets(parsed, parseAllowNets(nets))
}

describe('parseAllowNets', () => {
  it.each(['', ' ', ','])('rejects %j', (text) => {
    expect(parseAllowNets(text)).toEqual([])
  })

  it.each([
    ['10.0.0.0/8', 1],
    ['10.0.0.0/8,fd00::/8', 2],
    [' 10.0.0.0/8 ,  127.0.0.1 ', 2],
    ['::1/128', 1],
  ])('reads %j as %d networks', (text, count) => {
    expect(parseAllowNets(text)).toHaveLength(count)
  })

  it.each([
    '0.0.0.0/0',
    '10.0.0.0/0',
    '::/0',
    'fd00::/0',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/08',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.0.0',
    '10.0.0/8',
    '10/8',
    '0x0a.0.0.0/8',
    'example.com',
    'fe80::%eth0/64',
    '::ffff:0:0/96',
    '::ffff:10.0.0.0/104',
    '10.0.0.0/8;fd00::/8',
  ])('rejects %j and names it', (text) => {
    expect(() => parseAllowNets(`192.168.0.0/16,${text}`)).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        message: expect.stringContaining(JSON.stringify(text)),
      }),
    )
  })
})

describe('networks that together cover every address', () => {
  const HALVES_V6 = '::/1,8000::/1'
  it.each([
    ['two halves', '0.0.0.0/1,128.0.0.0/1'],
    ['two halves in another order and spelling', '200.1.2.3/1 , 10.0.0.0/8 , 1.2.3.4/1'],
    ['halves of halves', '0.0.0.0/2,64.0.0.0/2,128.0.0.0/2,192.0.0.0/2'],
    [
      'networks that overlap',
      '0.0.0.0/1,64.0.0.0/2,96.0.0.0/3,128.0.0.0/2,160.0.0.0/3,192.0.0.0/2',
    ],
    ['two halves of IPv6', HALVES_V6],
    ['IPv6 beside a small IPv4 network', `10.0.0.0/8,${HALVES_V6}`],
  ])('are rejected: %s', (_name, text) => {
    expect(() => parseAllowNets(text)).toThrow(/allow every address/)
  })

  it.each([
    ['a half', '0.0.0.0/1'],
    ['a half of each family', '0.0.0.0/1,8000::/1'],
    ['all but the last address', lastAddressLeftOut()],
    ['all but a network in the middle', '0.0.0.0/2,128.0.0.0/1'],
  ])('do not include %s', (_name, text) => {
    expect(parseAllowNets(text).length).toBeGreaterThan(0)
  })
})

/** 0.0.0.0/1, 128.0.0.0/2 and so on, up to 255.255.255.254/32. */
function lastAddressLeftOut(): string {
  return Array.from({ length: 32 }, (_, index) => {
    const start = index === 0 ? 0 : (0xffffffff << (32 - index)) >>> 0
    return `${[24, 16, 8, 0].map((shift) => (start >>> shift) & 255).join('.')}/${index + 1}`
  }).join(',')
}

describe('isInsideNets', () => {
  it.each([
    ['10.255.255.255', '10.0.0.0/8', true],
    ['11.0.0.0', '10.0.0.0/8', false],
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.2', '127.0.0.1', false],
    ['fd12:3456::1', 'fd12:3456::/32', true],
    ['::ffff:10.0.0.1', '10.0.0.0/8', false],
    ['10.0.0.1', 'fd00::/8', false],
  ])('returns for %s in %s: %s', (address, nets, expected) => {
    expect(isInside(address, nets)).toBe(expected)
  })
})
