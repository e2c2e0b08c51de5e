import { describe, expect, it } from '@jest/globals'
import { checkAppDestination, checkDestinationPattern, checkWebDestination } from './destination.js'

const projectId = '0190c9a8-5f3e-7c1d-8a2b-3c4d5e6f7a8b'
const rules = {
  projectId,
  linkBaseHost: 'links.example:3000',
  publicUrlHost: 'service.example',
  ownHosts: ['go.acme.com'],
  allowedDestinations: [],
  enforceAllowed: true,
}

const DANGEROUS = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'intent://x#Intent;scheme=https;end',
  'vbscript:x',
  'blob:https://example.com/x',
  'file:///etc/passwd',
  'ftp://example.com/',
  'about:blank',
  'view-source:https://example.com/',
  'mailto:a@example.com',
  'market://details?id=x',
  '',
  'example.com',
  '/path',
  '//example.com/',
  'https:example.com',
  'https:/example.com',
  'https:///example.com',
  'https://',
  'https://?x',
  'https://user@example.com/',
  'https://user:pass@example.com/',
  'https://example.com\\@evil.example/',
  'https://example.com/\r\nSet-Cookie: x',
  'https://example.com/\0',
  'https://example.com/ ',
  'https://example.com/\ud800',
  `https://example.com/${'a'.repeat(2029)}`,
]

const OWN = [
  'https://links.example/x',
  'https://demo.links.example/x',
  'https://a.b.links.example/',
  'https://DEMO.LINKS.example:8080/x',
  'https://demo.links.example./x',
  'https://demo%2Elinks.example/x',
  'https://demo。links.example/x',
  'https://service.example/',
  'http://go.acme.com/x',
]

describe('checkWebDestination', () => {
  it.each([
    'https://example.com',
    'HTTP://Example.com/a?b=c#d',
    'https://example.com/été?q=a b',
    'https://bücher.de/',
    'https://example.com/?next=https://demo.links.example/',
    'https://notlinks.example/',
    'https://xservice.example/',
    'https://example.com/@user',
    `https://example.com/${'a'.repeat(2028)}`,
  ])('accepts %s', (url) => expect(checkWebDestination(url, rules)).toBeNull())

  it.each(DANGEROUS)('rejects %j', (url) => {
    expect(checkWebDestination(url, rules)).toMatch(/^[A-Z].*\.$/)
  })

  it.each(OWN)('rejects our own host %s', (url) => {
    expect(checkWebDestination(url, rules)).toMatch(/link host/)
  })

  it('allows other ports of the API’s host outside production', () => {
    const local = { ...rules, linkBaseHost: 'localhost:3000', publicUrlHost: '192.0.2.2:3000' }
    const other = ['http://localhost:5173/', 'http://192.0.2.2:5173/']
    for (const url of other) {
      expect(checkWebDestination(url, { ...local, isProduction: false })).toBeNull()
      expect(checkWebDestination(url, local)).toMatch(/link host/)
    }
    for (const url of ['http://localhost:3000/', 'http://demo.localhost:5173/'])
      expect(checkWebDestination(url, { ...local, isProduction: false })).toMatch(/link host/)
  })

  it('accepts a host with umlauts, also after the URL parser was optimized', () => {
    for (let times = 0; times < 100_000; times += 1)
      if (checkWebDestination('https://bücher.de', rules) !== null)
        throw new Error(`refused at the ${times}th time`)
  })

  it("rejects the project's app scheme", () => {
    expect(checkWebDestination(`service-${projectId}://open`, rules)).not.toBeNull()
  })

  it('is limited to the allowed hosts if they apply to the caller', () => {
    const bound = { ...rules, allowedDestinations: ['example.com', '*.Shop.example'] }
    expect(checkWebDestination('https://example.com:8443/', bound)).toBeNull()
    expect(checkWebDestination('https://a.b.shop.example/', bound)).toBeNull()
    expect(checkWebDestination('https://www.example.com/', bound)).toMatch(/allowed_destinations/)
    expect(checkWebDestination('https://shop.example/', bound)).toMatch(/allowed_destinations/)
    expect(checkWebDestination('https://evilexample.com/', bound)).toMatch(/allowed_destinations/)
    const free = { ...bound, enforceAllowed: false }
    expect(checkWebDestination('https://evilexample.com/', free)).toBeNull()
    expect(checkWebDestination('https://demo.links.example/', free)).not.toBeNull()
  })
})

describe('checkAppDestination', () => {
  it.each([
    'https://apps.apple.com/app/id1',
    `service-${projectId}://open?x=1`,
    `service-${projectId}:`,
    `SERVICE-${projectId.toUpperCase()}://open`,
  ])('accepts %s', (url) => expect(checkAppDestination(url, rules)).toBeNull())

  it.each([
    ...DANGEROUS,
    ...OWN,
    'http://example.com/',
    'service-other://open',
    `service-${projectId}`,
    `service-${projectId}x://open`,
    'service-00000000-0000-7000-8000-000000000000://open',
  ])('rejects %j', (url) => expect(checkAppDestination(url, rules)).toMatch(/^[A-Z].*\.$/))

  it('accepts the stores in addition to the allowed hosts', () => {
    const bound = { ...rules, allowedDestinations: ['example.com'] }
    expect(checkAppDestination('https://play.google.com/store/apps/details?id=x', bound)).toBeNull()
    expect(checkAppDestination('https://example.com/', bound)).toBeNull()
    expect(checkAppDestination('https://play.google.com.evil.example/', bound)).not.toBeNull()
  })
})

describe('checkDestinationPattern', () => {
  it.each(['example.com', '*.example.com', 'bücher.de', 'localhost'])('accepts %s', (pattern) => {
    expect(checkDestinationPattern(pattern)).toBeNull()
  })

  it.each([
    '',
    '*',
    '*.',
    'https://example.com',
    'example.com/',
    'a.*.com',
    'example.com:443',
    'a b',
  ])('rejects %j', (pattern) => expect(checkDestinationPattern(pattern)).not.toBeNull())
})
