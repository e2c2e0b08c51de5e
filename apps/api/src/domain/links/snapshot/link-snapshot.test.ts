import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { generateKeyRingEntry, parseKeyRing } from '@throughline/core/security/key-ring'
import type { ServedLink } from '../served-link.js'
import { readSnapshotLines, toSnapshotLines, type LinkSnapshot } from './link-snapshot.js'

const keyRing = parseKeyRing(generateKeyRingEntry('k1'))
const now = new Date('2026-03-01T12:00:00Z')
const NO_UTM = {
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmTerm: null,
  utmContent: null,
}
const project = { id: 'a0a1', name: 'Acme', icon: null, clipboard: true }

function linkOf(code: string): ServedLink {
  return {
    id: 7,
    projectId: project.id,
    code,
    actualUrl: 'https://shop.example.com/',
    iosUrl: null,
    androidUrl: null,
    fallbackUrl: null,
    iosBundleId: null,
    androidPackageName: null,
    iosAppId: null,
    isDeeplink: true,
    shouldOpenStore: true,
    campaignId: 3,
    ...NO_UTM,
    socialTitle: 'Äpfel',
    socialDescription: null,
    socialImage: null,
    expiredUrl: null,
    expiresAt: new Date('2026-04-01T00:00:00Z'),
    archivedAt: null,
    campaign: { name: 'Spring', ...NO_UTM, utmSource: 'mail' },
  }
}

function snapshotOf(codes: string[]): LinkSnapshot {
  return {
    writtenAt: now,
    rootSecret: randomBytes(32),
    salts: new Map([['2026-03-01', new Uint8Array(randomBytes(32))]]),
    hosts: [{ value: { host: 'acme.links.test', project }, agoMs: 0 }],
    links: codes.map((code) => ({ value: linkOf(code), agoMs: 0 })),
  }
}

const write = (snapshot: LinkSnapshot, maxBytes = 64_000_000) =>
  [...toSnapshotLines(snapshot, { keyRing, maxBytes })].join('')

describe('a link snapshot', () => {
  it('is read as it was written', () => {
    const snapshot = snapshotOf(['one', 'two'])
    const read = readSnapshotLines(write(snapshot), keyRing, now)
    expect(read.rootSecret.equals(snapshot.rootSecret)).toBe(true)
    const bytes = [...read.salts].map(([day, salt]) => [day, [...salt]])
    expect(bytes).toEqual([...snapshot.salts].map(([day, salt]) => [day, [...salt]]))
    expect([read.writtenAt, read.hosts, read.links]).toEqual([now, snapshot.hosts, snapshot.links])
  })

  it('holds secrets only sealed', () => {
    const snapshot = snapshotOf(['one'])
    const text = write(snapshot)
    for (const secret of [snapshot.rootSecret, ...snapshot.salts.values()])
      for (const encoding of ['base64', 'base64url', 'hex'] as const)
        expect(text).not.toContain(Buffer.from(secret).toString(encoding))
  })

  it('has a maximum size, and keeps the first links', () => {
    const codes = Array.from({ length: 100 }, (_none, index) => `code${index}`)
    const text = write(snapshotOf(codes), 20_000)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20_000)
    const kept = readSnapshotLines(text, keyRing, now).links.map(({ value }) => value.code)
    expect(kept.length).toBeGreaterThan(10)
    expect(kept).toEqual(codes.slice(0, kept.length))
  })

  it('is rejected when it is older than 24 hours', () => {
    const text = write(snapshotOf(['one']))
    const later = (ms: number) => () =>
      readSnapshotLines(text, keyRing, new Date(now.getTime() + ms))
    expect(later(24 * 3_600_000)).not.toThrow()
    expect(later(24 * 3_600_000 + 1)).toThrow('older than 24 hours')
  })

  it.each([
    ['changed', (text: string) => text.replace('shop.example.com', 'evil.example.com')],
    ['cut short', (text: string) => text.slice(0, -40)],
    ['without its last line', (text: string) => text.slice(0, text.lastIndexOf('{'))],
    ['empty', () => ''],
    ['something else', () => 'hello'],
  ])('is rejected if it is %s', (_what, damage) => {
    const text = damage(write(snapshotOf(['one'])))
    expect(() => readSnapshotLines(text, keyRing, now)).toThrow('damaged')
  })

  it('is rejected by a ring that lacks its key', () => {
    const other = parseKeyRing(generateKeyRingEntry('k2'))
    expect(() => readSnapshotLines(write(snapshotOf(['one'])), other, now)).toThrow('SECRETS_KEYS')
  })
})
