import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { generateKeyRingEntry } from '@throughline/core/security/key-ring'
import { readConfig } from './config.js'

const REQUIRED = {
  DATABASE_URL: 'postgresql://localhost/throughline',
  SECRETS_KEYS: generateKeyRingEntry('k1'),
}
const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

describe('the retention', () => {
  it('is 400, 30 and 90 days by default', () => {
    const expected = { clickDays: 400, attemptDays: 30, deliveryDays: 90 }
    expect(readConfig(REQUIRED).retention).toEqual(expected)
    expect(readConfig({ ...REQUIRED, CLICK_RETENTION_DAYS: '' }).retention).toEqual(expected)
  })

  it('is the configured value', () => {
    const days = {
      CLICK_RETENTION_DAYS: '31',
      ATTEMPT_RETENTION_DAYS: '1',
      DELIVERY_RETENTION_DAYS: '2',
    }
    const expected = { clickDays: 31, attemptDays: 1, deliveryDays: 2 }
    expect(readConfig({ ...REQUIRED, ...days }).retention).toEqual(expected)
  })

  it.each([
    // A click token matches for 30 days.
    ['CLICK_RETENTION_DAYS', '30'],
    ['CLICK_RETENTION_DAYS', 'forever'],
    ['ATTEMPT_RETENTION_DAYS', '0'],
    ['DELIVERY_RETENTION_DAYS', '-1'],
    ['DELIVERY_RETENTION_DAYS', '1.5'],
  ])('rejects %s=%s and names the variable', (name, value) => {
    expect(() => readConfig({ ...REQUIRED, [name]: value })).toThrow(`${name}: must be`)
  })
})

it('expects a pooler only with a direct URL that differs', () => {
  const isPooled = (more: Record<string, string>) =>
    readConfig({ ...REQUIRED, ...more }).database.isPooled
  expect(isPooled({})).toBe(false)
  expect(isPooled({ DATABASE_DIRECT_URL: REQUIRED.DATABASE_URL })).toBe(false)
  expect(isPooled({ DATABASE_DIRECT_URL: 'postgresql://elsewhere/throughline' })).toBe(true)
})

it('plain http is ignored in production, with a warning', () => {
  const http = { ...REQUIRED, DELIVERY_ALLOW_HTTP: 'true' }
  const development = readConfig(http)
  expect([development.delivery.policy.allowHttp, development.ignoredSettings]).toEqual([true, []])
  const production = readConfig({ ...http, NODE_ENV: 'production' })
  expect(production.delivery.policy.allowHttp).toBe(false)
  expect(production.ignoredSettings).toEqual([expect.stringMatching(/^DELIVERY_ALLOW_HTTP is /)])
  expect(readConfig({ ...REQUIRED, NODE_ENV: 'production' }).ignoredSettings).toEqual([])
})

it('receivers on this machine are allowed only if that is set, and never in production', () => {
  expect(readConfig(REQUIRED).delivery.policy.loopback).toBeUndefined()
  const on = { ...REQUIRED, DELIVERY_ALLOW_LOOPBACK: 'true', PORT: '4000' }
  const ownPorts = readConfig(on).delivery.policy.loopback?.ownPorts
  expect(ownPorts).toEqual(expect.arrayContaining([4000, 3001, 5432]))
  const production = readConfig({ ...on, NODE_ENV: 'production' })
  expect(production.delivery.policy.loopback).toBeUndefined()
  expect(production.ignoredSettings).toEqual([
    expect.stringMatching(/^DELIVERY_ALLOW_LOOPBACK is /),
  ])
})

it('networks that together cover every address stop the start', () => {
  const nets = { DELIVERY_ALLOW_NETS: '0.0.0.0/1,128.0.0.0/1' }
  expect(() => readConfig({ ...REQUIRED, ...nets })).toThrow(
    /DELIVERY_ALLOW_NETS: "0\.0\.0\.0\/1,128\.0\.0\.0\/1" is not allowed\. Together/,
  )
})

it('every variable of the worker is in the docs', () => {
  const names = [...read('apps/worker/src/config.ts').matchAll(/^ {2}([A-Z_]+): variable/gm)]
  expect(names.length).toBeGreaterThan(10)
  const docs = read('docs/configuration.md')
  expect(names.map(([, name]) => String(name)).filter((name) => !docs.includes(name))).toEqual([])
})
