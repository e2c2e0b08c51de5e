import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { generateKeyRingEntry } from '@throughline/core/security/key-ring'
import { isInSharedRanges } from '@throughline/core/net/shared-ranges'
import { readConfig } from './config.js'
import { DEFAULT_RATE_LIMITS } from './infra/rate-limiter.js'

const REQUIRED = {
  DATABASE_URL: 'postgresql://app:hunter2@db.internal/app',
  SECRETS_KEYS: generateKeyRingEntry('k1'),
}

const read = (more: Record<string, string> = {}) => readConfig({ ...REQUIRED, ...more })

/** The error message for an invalid environment. */
function refusalOf(source: Record<string, string>): string {
  try {
    readConfig(source)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

function fileOf(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'throughline-config-')), 'value')
  writeFileSync(path, text)
  return path
}

describe('the environment of the API', () => {
  it('has the defaults of the contract', () => {
    const config = read()
    expect(config).toMatchObject({
      isProduction: false,
      logLevel: 'info',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      linkBaseHost: 'localhost:3000',
      trustProxyHops: 0,
      rateLimits: DEFAULT_RATE_LIMITS,
      delivery: { allowNets: [], allowHttp: false },
      spool: { directory: '.throughline/spool', maxBytes: 268_435_456 },
      metricsPort: undefined,
    })
    expect(config.secrets).toMatchObject({
      databaseDirectUrl: REQUIRED.DATABASE_URL,
      redisUrl: undefined,
      metricsToken: undefined,
    })
    expect(read({ PORT: '4000' })).toMatchObject({
      publicUrl: 'http://localhost:4000',
      linkBaseHost: 'localhost:4000',
    })
  })

  it('expects a pooler only with a direct URL that differs', () => {
    const isPooled = (more: Record<string, string>) => read(more).database.isPooled
    expect(isPooled({})).toBe(false)
    expect(isPooled({ DATABASE_DIRECT_URL: REQUIRED.DATABASE_URL })).toBe(false)
    expect(isPooled({ DATABASE_DIRECT_URL: 'postgresql://elsewhere/throughline' })).toBe(true)
  })

  it('queries the App Store only in production by default', () => {
    const asks = (more: Record<string, string>) => read(more).isAppStoreLookup
    expect(asks({})).toBe(false)
    expect(asks({ NODE_ENV: 'test' })).toBe(false)
    expect(asks({ NODE_ENV: 'production' })).toBe(true)
    expect(asks({ NODE_ENV: 'production', APP_STORE_LOOKUP: 'false' })).toBe(false)
    expect(asks({ APP_STORE_LOOKUP: 'true' })).toBe(true)
  })

  it('needs all settings of OpenID Connect or none, and https in production', () => {
    const [OIDC_ISSUER, OIDC_CLIENT_ID] = ['https://id.example.com/realms/a', 'throughline']
    const OIDC_CLIENT_SECRET_FILE = fileOf('from a file\n')
    expect(read().oidc).toBeNull()
    expect(read({ OIDC_NAME: 'Example' }).oidc).toBeNull()
    const all = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET_FILE }
    const config = read({ ...all, NODE_ENV: 'production' })
    expect(config.oidc).toEqual({
      issuer: OIDC_ISSUER,
      clientId: OIDC_CLIENT_ID,
      name: 'id.example.com',
    })
    expect(config.secrets.oidcClientSecret).toBe('from a file')
    expect(refusalOf({ ...REQUIRED, OIDC_ISSUER, OIDC_CLIENT_SECRET_FILE })).toContain(
      'OIDC_CLIENT_ID: is required, because sign-in with OpenID Connect needs OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET together',
    )
    const plain = { ...REQUIRED, ...all, OIDC_ISSUER: 'http://id.example.com' }
    expect(refusalOf(plain)).toBe('')
    expect(refusalOf({ ...plain, NODE_ENV: 'production' })).toContain('OIDC_ISSUER: must use https')
  })

  it('ignores plain http in production, with a warning', () => {
    const http = { DELIVERY_ALLOW_HTTP: 'true' }
    expect(read(http).ignoredSettings).toEqual([])
    expect(read({ ...http, NODE_ENV: 'production' }).ignoredSettings).toEqual([
      expect.stringMatching(/^DELIVERY_ALLOW_HTTP is ignored in production/),
    ])
  })

  it('allows deliveries to this machine only if that is set, and never in production', () => {
    expect(read().delivery.loopback).toBeUndefined()
    const on = { DELIVERY_ALLOW_LOOPBACK: 'true', WORKER_PORT: '4001' }
    expect(read(on).delivery.loopback?.ownPorts).toEqual(expect.arrayContaining([3000, 4001, 5432]))
    const production = read({ ...on, NODE_ENV: 'production' })
    expect(production.delivery.loopback).toBeUndefined()
    expect(production.ignoredSettings).toEqual([
      expect.stringMatching(/^DELIVERY_ALLOW_LOOPBACK is ignored in production/),
    ])
  })

  it('has samples only outside production, and a receiver only if webhooks reach it', () => {
    const samples = { SAMPLE_RECEIVER_PORT: '3003', SAMPLE_APP_URL: 'http://localhost:3002' }
    const of = (more: Record<string, string>) => read({ ...samples, ...more }).sample
    const on = { DELIVERY_ALLOW_LOOPBACK: 'true' }
    expect(of(on)).toEqual({ receiverPort: 3003, appUrl: 'http://localhost:3002' })
    expect(of({})).toEqual({ appUrl: 'http://localhost:3002' })
    expect(of({ ...on, NODE_ENV: 'production' })).toEqual({})
  })

  it('accepts only an IP address for OPS_HOST', () => {
    expect(read({ OPS_HOST: '::1' }).opsHost).toBe('::1')
    expect(refusalOf({ ...REQUIRED, OPS_HOST: 'localhost' })).toContain(
      'OPS_HOST: must be an IP address',
    )
  })

  it('treats an empty value as unset', () => {
    const names = ['PORT', 'PUBLIC_URL', 'REDIS_URL', 'RATE_LIMITS', 'LOG_LEVEL', 'METRICS_TOKEN']
    const empty = Object.fromEntries(names.map((name) => [name, '']))
    const config = read({ ...empty, DELIVERY_ALLOW_NETS: '' })
    expect(JSON.stringify(config)).toBe(JSON.stringify(read()))
  })

  it('reads networks from a file, unless an empty list is set', () => {
    const DELIVERY_ALLOW_NETS_FILE = fileOf('10.0.0.0/8')
    expect(read({ DELIVERY_ALLOW_NETS_FILE }).delivery.allowNets).toHaveLength(1)
    const config = read({ DELIVERY_ALLOW_NETS: '', DELIVERY_ALLOW_NETS_FILE })
    expect(config.delivery.allowNets).toEqual([])
  })

  it('uses only the shared IP ranges of the file, and names an invalid line', () => {
    expect(isInSharedRanges('203.0.113.5', read().sharedRanges)).toBe(false)
    const { sharedRanges } = read({
      SHARED_ADDRESS_FILE: fileOf('203.0.113.0/24\n2001:db8::/32'),
    })
    expect(isInSharedRanges('203.0.113.5', sharedRanges)).toBe(true)
    expect(isInSharedRanges('203.0.114.5', sharedRanges)).toBe(false)
    const wrong = { ...REQUIRED, SHARED_ADDRESS_FILE: fileOf('203.0.113.0/24\nthe office\n') }
    expect(refusalOf(wrong)).toMatch('line 2: "the office"')
  })

  it('reads secrets from files, without their last line break', () => {
    const { secrets } = readConfig({
      DATABASE_URL_FILE: fileOf(`${REQUIRED.DATABASE_URL}\n`),
      SECRETS_KEYS: '',
      SECRETS_KEYS_FILE: fileOf(`${REQUIRED.SECRETS_KEYS}\r\n`),
      METRICS_TOKEN_FILE: fileOf('a-long-metrics-token'),
    })
    expect(secrets.databaseUrl).toBe(REQUIRED.DATABASE_URL)
    expect(secrets.keyRing.writeKid).toBe('k1')
    expect(secrets.metricsToken).toBe('a-long-metrics-token')
  })

  it('lists all errors in one message, without secrets', () => {
    const message = refusalOf({
      DATABASE_URL: 'mysql://app:hunter2@db/app',
      DATABASE_DIRECT_URL_FILE: '/nonexistent/url',
      REDIS_URL: 'http://:hunter2@redis',
      SECRETS_KEYS: 'k1:hunter2',
      METRICS_TOKEN: 'hunter2',
      NODE_ENV: 'prod',
      PORT: '99999',
      METRICS_PORT: 'x',
      PUBLIC_URL: 'ftp://x',
      LINK_BASE_HOST: 'a b',
      RATE_LIMITS: '{"sdk": -1}',
      SHARED_ADDRESS_FILE: fileOf('203.0.113.0/24\nthe office\n'),
      TRUST_PROXY: '-1',
      LOG_LEVEL: 'loud',
      DELIVERY_ALLOW_NETS: '::/0',
      DELIVERY_ALLOW_HTTP: 'maybe',
    })
    const named = message.split('\n').slice(1)
    expect(named.map((line) => line.trim().split(/[:.]/)[0]).sort()).toEqual([
      'DATABASE_DIRECT_URL_FILE',
      'DATABASE_URL',
      'DELIVERY_ALLOW_HTTP',
      'DELIVERY_ALLOW_NETS',
      'LINK_BASE_HOST',
      'LOG_LEVEL',
      'METRICS_PORT',
      'METRICS_TOKEN',
      'NODE_ENV',
      'PORT',
      'PUBLIC_URL',
      'RATE_LIMITS',
      'REDIS_URL',
      'SECRETS_KEYS',
      'SHARED_ADDRESS',
      'TRUST_PROXY',
    ])
    expect(message).not.toContain('hunter2')
  })

  it.each(['0.0.0.0/0', '::/0', '10.0.0.0/8,0.0.0.0/0'])('rejects the networks %s', (nets) => {
    expect(refusalOf({ ...REQUIRED, DELIVERY_ALLOW_NETS: nets })).toMatch('DELIVERY_ALLOW_NETS')
  })

  it.each([
    'https://go.example/base',
    'https://go.example?x=1',
    'https://me@go.example',
    'https://',
  ])('rejects the PUBLIC_URL %s, because the API is at /api of a host', (url) => {
    expect(refusalOf({ ...REQUIRED, PUBLIC_URL: url })).toMatch(/\n {2}PUBLIC_URL: must [^\n]*$/)
  })

  it('removes a slash at the end of PUBLIC_URL', () => {
    expect(read({ PUBLIC_URL: 'https://Go.example:8443/' }).publicUrl).toBe(
      'https://Go.example:8443',
    )
  })

  it('disables or raises single limits and keeps the others', () => {
    expect(read({ RATE_LIMITS: '{"sdk": 0, "management": 5}' }).rateLimits).toEqual({
      ...DEFAULT_RATE_LIMITS,
      sdk: 0,
      management: 5,
    })
    expect(refusalOf({ ...REQUIRED, RATE_LIMITS: '{"sdks": 1}' })).toMatch('RATE_LIMITS')
  })
})
