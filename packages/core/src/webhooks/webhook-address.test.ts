import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { parseAllowNets } from '../net/allow-nets.js'
import {
  checkDialAddress,
  checkWebhookUrl,
  type AddressPolicy,
  type WebhookTarget,
} from './webhook-address.js'

type Table = { reject: Record<string, { why: string; urls: string[] }>; accept: string[] }

const table = JSON.parse(
  readFileSync(new URL('../../fixtures/webhook-urls.json', import.meta.url), 'utf8'),
) as Table

const ordinary: AddressPolicy = { allowNets: [], allowHttp: false }
const isAccepted = (url: string) => checkWebhookUrl(url, ordinary).ok

const octets = fc.tuple(...[0, 1, 2, 3].map(() => fc.integer({ min: 0, max: 255 })))
const hex = (n: number) => `0x${n.toString(16)}`
const octal = (n: number) => `0${n.toString(8)}`

describe('the table of webhook URLs', () => {
  for (const [group, { why, urls }] of Object.entries(table.reject)) {
    describe(`${group}: ${why}`, () => {
      it.each(urls.map((url) => [url.slice(0, 80), url]))('rejects %j', (_, url) => {
        const result = checkWebhookUrl(url, ordinary)
        expect(result).toEqual({ ok: false, reason: expect.stringMatching(/^[A-Z].*\.$/) })
      })
    })
  }

  it.each(table.accept)('accepts %s', (url) => {
    expect(checkWebhookUrl(url, ordinary)).toMatchObject({ ok: true })
  })
})

describe('checkWebhookUrl with receivers on this machine', () => {
  const policy = { ...ordinary, loopback: { ownPorts: [3000, 5432] } }
  const check = (url: string) => checkWebhookUrl(url, policy)

  it('rejects and accepts the table, except for three hosts', () => {
    const rejected = Object.values(table.reject).flatMap(({ urls }) => urls)
    expect(rejected.filter((url) => check(url).ok)).toEqual([
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://localhost/',
    ])
    expect(table.accept.filter((url) => !check(url).ok)).toEqual([])
  })

  it.each([
    ['http://localhost', 'http:', 'localhost', 80],
    ['http://localhost:8080/hook', 'http:', 'localhost', 8080],
    ['https://127.0.0.1:6000/', 'https:', '127.0.0.1', 6000],
    ['http://[::1]:1/', 'http:', '::1', 1],
  ])('accepts %s', (url, protocol, hostname, port) => {
    expect(check(url)).toMatchObject({ ok: true, url: { protocol, hostname, port } })
  })

  it.each(['http://localhost:3000/', 'https://127.0.0.1:3000/', 'http://[::1]:5432/'])(
    'rejects %s, a port of our own',
    (url) => {
      expect(check(url)).toEqual({
        ok: false,
        reason: expect.stringMatching(/^Use another port; /),
      })
    },
  )

  it.each([
    'http://LOCALHOST:8080/',
    'http://localhost.:8080/',
    'http://foo.localhost:8080/',
    'http://localhost.localdomain:8080/',
    'http://127.0.0.2:8080/',
    'http://127.1:8080/',
    'http://2130706433:8080/',
    'http://0.0.0.0:8080/',
    'http://[::]:8080/',
    'http://[0:0:0:0:0:0:0:1]:8080/',
    'http://[::ffff:127.0.0.1]:8080/',
    'http://me@localhost:8080/',
    'http://10.0.0.1:8080/',
    'http://example.com/',
    'https://example.com:8080/',
  ])('rejects %s', (url) => expect(check(url)).toMatchObject({ ok: false }))

  it.each(['http://localhost:8080/hook', 'https://localhost/', 'https://[::1]:8443/'])(
    'says what to do about %s where it is off',
    (url) => {
      const reason = /DELIVERY_ALLOW_LOOPBACK=true.* tunnel/
      expect(checkWebhookUrl(url, ordinary)).toEqual({
        ok: false,
        reason: expect.stringMatching(reason),
      })
    },
  )
})

describe('checkWebhookUrl', () => {
  it.each<[string, WebhookTarget]>([
    [
      'https://EXAMPLE.com/Hook',
      { protocol: 'https:', hostname: 'example.com', port: 443, isLiteral: false },
    ],
    [
      'https://b\u00fccher.de.:8443',
      { protocol: 'https:', hostname: 'xn--bcher-kva.de', port: 8443, isLiteral: false },
    ],
    [
      'https://1.1.1.1/?a=b@c',
      { protocol: 'https:', hostname: '1.1.1.1', port: 443, isLiteral: true },
    ],
    [
      'https://[2606:4700:4700::1111]:443/',
      { protocol: 'https:', hostname: '2606:4700:4700::1111', port: 443, isLiteral: true },
    ],
  ])('reads %s', (url, target) => {
    expect(checkWebhookUrl(url, ordinary)).toEqual({ ok: true, url: target })
  })

  it.each([
    'https://1.0.0.1/',
    'https://9.255.255.255/',
    'https://11.0.0.0/',
    'https://100.128.0.1/',
    'https://126.255.255.255/',
    'https://128.0.0.1/',
    'https://168.63.129.15/',
    'https://168.63.129.17/',
    'https://169.253.255.255/',
    'https://169.255.0.1/',
    'https://191.255.255.255/',
    'https://192.0.3.1/',
    'https://192.88.98.1/',
    'https://192.88.100.1/',
    'https://192.167.255.255/',
    'https://192.169.0.1/',
    'https://198.17.255.255/',
    'https://198.51.99.1/',
    'https://198.51.101.1/',
    'https://203.0.112.1/',
    'https://203.0.114.1/',
    'https://223.255.255.255/',
    'https://[2001:200::1]/',
    'https://[2001:db7:ffff::1]/',
    'https://[2001:db9::1]/',
    'https://[2003::1]/',
    'https://[3ffe::1]/',
    'https://[3fff:1000::1]/',
  ])('accepts %s, the neighbour of a special range', (url) => {
    expect(isAccepted(url)).toBe(true)
  })

  it.each([
    'https://192.0.0.1/',
    'https://192.0.0.192/',
    'https://192.0.2.255/',
    'https://198.19.255.255/',
    'https://[1fff::1]/',
    'https://[2001:1ff:ffff::1]/',
    'https://[2001:db8::1]/',
    'https://[2002::1]/',
    'https://[3fff:fff::1]/',
    'https://[4000::]/',
    'https://[::]/',
  ])('rejects %s, the edge of a special range', (url) => {
    expect(isAccepted(url)).toBe(false)
  })

  it.each([
    'http://example.com/',
    'HTTPS://example.com/',
    'https://example.com:/',
    'https://example.com:0443/',
    'https://example.com:+443/',
    'https://example.com:4\u0664/',
    'https://1.1.1.1./',
    'https://1.1.1.1.1/',
    'https://256.1.1.1/',
    'https://foo.0x/',
    'https://example.123/',
    'https://example..com/',
    'https://-a.example.com/',
    'https://a-.example.com/',
    'https://example.com?@127.0.0.1/',
    'https://B\u00dcCHER.de/',
    'https://u\u0308ber.de/',
    'https://ex\u200bample.com/',
    'https://\ud800.com/',
    'https://example.com/\u2028',
    'https://example.com/\u00a0',
    'https://[::1/',
    'https://[]/',
    'https://[1::2::3]/',
    'https://[2606:4700::1]443/',
    'https://2606:4700::1/',
    'https://host.docker.internal/',
    'https://db.default.svc.cluster.local/',
    `https://${'a.'.repeat(126)}com/`,
    `https://example.com/${'a'.repeat(2029)}`,
  ])('rejects %j', (url) => {
    expect(isAccepted(url)).toBe(false)
  })

  it('accepts a URL of exactly 2048 characters', () => {
    expect(isAccepted(`https://example.com/${'a'.repeat(2028)}`)).toBe(true)
  })

  it('rejects every address in any number form but plain dotted decimal', () => {
    fc.assert(
      fc.property(octets, ([a = 0, b = 0, c = 0, d = 0]) => {
        const whole = ((a * 256 + b) * 256 + c) * 256 + d
        const forms = [
          `${whole}`,
          hex(whole),
          octal(whole),
          `${whole + 2 ** 32}`,
          [a, b, c, d].map(hex).join('.'),
          [a, b, c, d].map(octal).join('.'),
          [a, b, c, hex(d)].join('.'),
          [octal(a), b, c, d].join('.'),
          [a, b, c * 256 + d].join('.'),
          [a, (b * 256 + c) * 256 + d].join('.'),
          [a, b, c, d].map((n) => `0${n}`).join('.'),
          `${a}.${b}.${c}.${d}.`,
          `[${a}.${b}.${c}.${d}]`,
          `[::${a}.${b}.${c}.${d}]`,
          `[::ffff:${a}.${b}.${c}.${d}]`,
          `[::ffff:0:${a}.${b}.${c}.${d}]`,
          `[64:ff9b::${a}.${b}.${c}.${d}]`,
          `[2002:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}::1]`,
        ]
        expect(forms.filter((form) => isAccepted(`https://${form}/`))).toEqual([])
      }),
    )
  })

  it('rejects every private literal', () => {
    const prefixes = ['10', '127', '0', '192.168', '169.254', '172.16', '172.31', '100.64', '255']
    fc.assert(
      fc.property(fc.constantFrom(...prefixes), octets, (prefix, rest) => {
        const address = [...prefix.split('.'), ...rest].slice(0, 4).join('.')
        expect(isAccepted(`https://${address}/`)).toBe(false)
      }),
    )
  })

  it('never throws, and the platform reads the same host from what it accepts', () => {
    const part = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.constant('example.com'))
    fc.assert(
      fc.property(part, part, fc.constantFrom('', ':443', ':8443', ':80'), (host, path, port) => {
        const url = `https://${host}${port}${path}`
        const result = checkWebhookUrl(url, ordinary)
        if (result.ok) {
          expect(new URL(url).hostname.replace(/^\[|\]$|\.$/g, '')).toBe(result.url.hostname)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('checkWebhookUrl with allowed networks', () => {
  const policy = { allowNets: parseAllowNets('10.0.0.0/8, fd12::/16'), allowHttp: false }
  const withHttp = { ...policy, allowHttp: true }

  it.each([
    'https://10.1.2.3:6000/',
    'https://[fd12::1]:6000/',
    'https://redis/',
    'https://receiver:3000/hook',
    'https://localhost:1/',
    'https://1.1.1.1/',
  ])('accepts %s', (url) => expect(checkWebhookUrl(url, policy)).toMatchObject({ ok: true }))

  it.each([
    'http://10.1.2.3/',
    'https://192.168.0.1/',
    'https://1.1.1.1:6000/',
    'https://[fd13::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://0xa.0.0.1/',
    'https://user@receiver/',
  ])('rejects %s', (url) => expect(checkWebhookUrl(url, policy)).toMatchObject({ ok: false }))

  it('accepts plain http only if enabled, to names and to literals inside', () => {
    expect(checkWebhookUrl('http://10.1.2.3/', withHttp)).toMatchObject({
      ok: true,
      url: { protocol: 'http:', port: 80 },
    })
    expect(checkWebhookUrl('http://receiver:3000/', withHttp)).toMatchObject({ ok: true })
    expect(checkWebhookUrl('http://1.1.1.1:443/', withHttp)).toMatchObject({ ok: false })
    expect(
      checkWebhookUrl('http://example.com/', { allowNets: [], allowHttp: true }),
    ).toMatchObject({ ok: false })
  })
})

describe('checkDialAddress', () => {
  const named: WebhookTarget = {
    protocol: 'https:',
    hostname: 'hooks.example.com',
    port: 443,
    isLiteral: false,
  }
  const inside = { allowNets: parseAllowNets('10.0.0.0/8'), allowHttp: true }
  const mayDial = (url: WebhookTarget, address: string, policy = ordinary) =>
    checkDialAddress({ url, address }, policy).ok

  it('accepts a public address', () => {
    expect(mayDial(named, '93.184.215.14')).toBe(true)
    expect(mayDial(named, '2606:2800:21f:cb07:6820:80da:af6b:8b2c')).toBe(true)
  })

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '::1',
    '::ffff:1.1.1.1',
    'fe80::1',
    'fe80::1%eth0',
    '127.1',
    '0x7f000001',
    'example.com',
    '',
  ])('rejects a name that resolved to %j', (address) => {
    expect(mayDial(named, address)).toBe(false)
  })

  it('rejects with networks set unless the address is inside or all ordinary rules hold', () => {
    expect(mayDial({ ...named, hostname: 'redis', port: 6379 }, '10.0.0.7', inside)).toBe(true)
    expect(mayDial({ ...named, hostname: 'redis', port: 6379 }, '192.168.0.7', inside)).toBe(false)
    expect(mayDial(named, '1.1.1.1', inside)).toBe(true)
    expect(mayDial({ ...named, port: 6379 }, '1.1.1.1', inside)).toBe(false)
    expect(mayDial({ ...named, hostname: 'redis' }, '1.1.1.1', inside)).toBe(false)
    expect(mayDial(named, '127.0.0.1', inside)).toBe(false)
  })

  it('rejects plain http to anything outside the networks', () => {
    const http: WebhookTarget = { ...named, protocol: 'http:' }
    expect(mayDial(http, '10.0.0.7', inside)).toBe(true)
    expect(mayDial(http, '10.0.0.7', { ...inside, allowHttp: false })).toBe(false)
    expect(mayDial(http, '1.1.1.1', inside)).toBe(false)
  })

  it('reaches this machine only by its three hosts, and never at a port of our own', () => {
    const loopback = { ...ordinary, loopback: { ownPorts: [3000] } }
    const local = { ...named, protocol: 'http:', hostname: 'localhost', port: 8080 } as const
    expect(mayDial(local, '127.0.0.1', loopback)).toBe(true)
    expect(mayDial(local, '::1', loopback)).toBe(true)
    const literal = { ...local, hostname: '::1', isLiteral: true }
    expect(mayDial(literal, '::1', loopback)).toBe(true)
    for (const address of ['127.0.0.2', '127.0.1.1', '::ffff:127.0.0.1', '0.0.0.0', '10.0.0.1'])
      expect([address, mayDial(local, address, loopback)]).toEqual([address, false])
    expect(mayDial({ ...local, port: 3000 }, '127.0.0.1', loopback)).toBe(false)
    expect(mayDial(local, '127.0.0.1')).toBe(false)
    for (const hostname of ['hooks.example.com', 'foo.localhost', '0:0:0:0:0:0:0:1'])
      expect(mayDial({ ...local, hostname }, '127.0.0.1', loopback)).toBe(false)
    expect(mayDial({ ...local, port: 443, protocol: 'https:' }, '10.0.0.1', loopback)).toBe(false)
  })

  it('rejects an IPv4-mapped address even if a wide IPv6 network contains it', () => {
    const wide = { allowNets: parseAllowNets('::/1'), allowHttp: false }
    expect(mayDial(named, '::1', wide)).toBe(true)
    expect(mayDial(named, '::ffff:127.0.0.1', wide)).toBe(false)
  })

  it.each([
    '169.254.169.254',
    '169.254.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd20:ce::254',
    '::ffff:169.254.169.254',
    '::ffff:a83f:8110',
    '64:ff9b::169.254.169.254',
    '2002:a9fe:a9fe::1',
  ])('rejects the metadata address %s inside any network', (address) => {
    const halves = ['0.0.0.0/1 ::/1', '128.0.0.0/1 8000::/1']
    const wide = halves.flatMap((nets) => parseAllowNets(nets))
    expect(mayDial(named, address, { allowNets: wide, allowHttp: true })).toBe(false)
  })
})
