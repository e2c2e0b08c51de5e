import { describe, expect, it } from '@jest/globals'
import { originFormOf } from './origin-form.js'

describe('originFormOf', () => {
  it.each([
    ['/code?x=1', '/code?x=1'],
    ['//x', '//x'],
    ['/http://acme.links.test/code', '/http://acme.links.test/code'],
    ['/code#part', '/code'],
    ['/code?x=1#part?y#z', '/code?x=1'],
    ['http://acme.links.test/code?x=1#part', '/code?x=1'],
    ['HTTPS://ACME.links.test.:8080/code', '/code'],
    ['http://acme.links.test', '/'],
    ['http://acme.links.test?x=1', '/?x=1'],
    ['http://evil.test/code', 'http://evil.test/code'],
    ['http://acme.links.test@evil.test/code', 'http://acme.links.test@evil.test/code'],
    ['ftp://acme.links.test/code', 'ftp://acme.links.test/code'],
    ['acme.links.test:443', 'acme.links.test:443'],
    ['*', '*'],
    ['', ''],
  ])('maps %j to %j', (target, expected) => {
    expect(originFormOf(target, 'acme.links.test')).toBe(expected)
  })
})
