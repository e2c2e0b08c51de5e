import type { IncomingMessage } from 'node:http'
import { expect, it } from '@jest/globals'
import { addressPrefix } from '@throughline/core/net/network-address'
import { createClientAddresses } from './client-address.js'

function requestFrom(remoteAddress: string, forwardedFor?: string): IncomingMessage {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  // The only fields of a request that are read.
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage
}

function start(trustProxyHops: number) {
  let nowMs = 0
  const found: string[] = []
  const addresses = createClientAddresses(
    trustProxyHops,
    (peer) => found.push(peer),
    () => nowMs,
  )
  const client = (request: IncomingMessage) =>
    addresses.clientOf(request, addresses.addressOf(request))
  const repeat = (count: number, request: IncomingMessage) => {
    for (let n = 0; n < count; n += 1) client(request)
  }
  return { client, repeat, found, pass: (ms: number) => (nowMs += ms) }
}

it('counts IPv4 by address and IPv6 by /64', () => {
  const { client } = start(0)
  expect(client(requestFrom('::ffff:203.0.113.5'))).toBe('203.0.113.5')
  expect(client(requestFrom('2001:db8:1:2:3::4'))).toBe('2001:db8:1:2::/64')
})

it('counts all addresses of a /64 as one, whatever their text', () => {
  const { client } = start(0)
  const groups = ['0', '1', 'ab0', 'ffff']
  for (const third of groups)
    for (const fourth of groups) {
      const rests = ['0:0:0:0', '0:0:0:1', '1:0:0:0', '0:5:0:0', '1:2:3:4', 'a:0:b:0']
      const keys = rests.map((rest) => client(requestFrom(`2001:0:${third}:${fourth}:${rest}`)))
      const plain = `2001:0:${third}:${fourth}::`
      expect(new Set(keys)).toEqual(new Set([addressPrefix(plain)]))
    }
})

it('uses the address behind as many proxies as are trusted', () => {
  expect(start(1).client(requestFrom('10.0.0.1', '198.51.100.7, 203.0.113.5'))).toBe('203.0.113.5')
  expect(start(0).client(requestFrom('10.0.0.1', '203.0.113.5'))).toBe('10.0.0.1')
})

it('does not limit a private peer that forwards most requests of a minute, and says so once', () => {
  const { client, repeat, found, pass } = start(0)
  const forwarded = requestFrom('10.0.0.1', '203.0.113.5')
  repeat(19, forwarded)
  expect([client(requestFrom('10.0.0.1')), found]).toEqual(['10.0.0.1', []])
  repeat(20, forwarded)
  expect([client(forwarded), found]).toEqual([null, ['10.0.0.1']])
  expect(client(requestFrom('203.0.113.9'))).toBe('203.0.113.9')
  pass(60_000)
  expect(client(forwarded)).toBe(null)
  pass(200_000)
  expect(client(forwarded)).toBe('10.0.0.1')
  repeat(50, forwarded)
  expect([client(forwarded), found]).toEqual([null, ['10.0.0.1']])
})

it('limits a public peer, and a private one that forwards a minority', () => {
  const { client, repeat, found } = start(0)
  repeat(100, requestFrom('203.0.113.5', '198.51.100.7'))
  repeat(30, requestFrom('10.0.0.1', '198.51.100.7'))
  expect(client(requestFrom('203.0.113.5', '198.51.100.7'))).toBe('203.0.113.5')
  expect(client(requestFrom('10.0.0.1', '198.51.100.7'))).toBe('10.0.0.1')
  expect(found).toEqual([])
})
