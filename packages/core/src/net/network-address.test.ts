import { describe, expect, it } from '@jest/globals'
import {
  addressPrefix,
  isPrivateAddress,
  matchAddress,
  normalizeAddress,
  peerAddress,
} from './network-address.js'

describe('normalizeAddress', () => {
  it.each([
    ['203.0.113.5', '203.0.113.5'],
    ['::ffff:203.0.113.5', '203.0.113.5'],
    ['::FFFF:cb00:7105', '203.0.113.5'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8::0001', '2001:db8::1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::1', '::1'],
    ['127.1', null],
    ['0x7f.0.0.1', null],
    ['203.0.113.05', null],
    ['[::1]', null],
    ['example.com', null],
    ['', null],
  ])('maps %j to %j', (text, expected) => {
    expect(normalizeAddress(text)).toBe(expected)
  })
})

describe('peerAddress', () => {
  it.each([
    ['203.0.113.5', '203.0.113.5'],
    ['203.0.113.5:4711', '203.0.113.5'],
    ['2001:DB8::1', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[::ffff:203.0.113.5]:4711', '203.0.113.5'],
    ['203.0.113.5:', null],
    ['203.0.113.5:x', null],
    ['203.0.113.5:1:2', null],
    ['[203.0.113.5', null],
    ['unknown', null],
    ['unknown:4711', null],
    ['_hidden', null],
    ['[]:1', null],
    ['', null],
  ])('maps %j to %j', (text, expected) => {
    expect(peerAddress(text)).toBe(expected)
  })
})

describe('addressPrefix', () => {
  it.each([
    ['203.0.113.5', '203.0.113.0/24'],
    ['::ffff:203.0.113.5', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['::1', '::/64'],
    ['x', null],
  ])('maps %s to %s', (text, expected) => {
    expect(addressPrefix(text)).toBe(expected)
  })
})

describe('matchAddress', () => {
  it('keeps an IPv4 address whole', () => {
    expect(matchAddress('203.0.113.5')).toBe('203.0.113.5')
    expect(matchAddress('::ffff:203.0.113.5')).toBe('203.0.113.5')
    expect(matchAddress('203.0.113.6')).not.toBe(matchAddress('203.0.113.5'))
  })

  it('groups the IPv6 addresses of one /64', () => {
    expect(matchAddress('2001:db8:1:2::1')).toBe(matchAddress('2001:db8:1:2:ffff::9'))
    expect(matchAddress('2001:db8:1:3::1')).not.toBe(matchAddress('2001:db8:1:2::1'))
  })

  it('is null for an invalid address', () => expect(matchAddress('?')).toBeNull())
})

describe('isPrivateAddress', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.1.1',
    '::1',
    '::',
    'fd00::1',
    'fe80::1%en0',
    '::ffff:10.0.0.1',
    'unknown',
    '',
  ])('is true of %j', (text) => expect(isPrivateAddress(text)).toBe(true))

  it.each([
    '203.0.113.5',
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '2001:db8::1',
    '2606:4700::1',
    '::ffff:8.8.8.8',
  ])('is false of %j', (text) => expect(isPrivateAddress(text)).toBe(false))
})
