import { describe, expect, it } from '@jest/globals'
import { toDomainHost } from './domain-host.js'

describe('toDomainHost', () => {
  it.each([
    ['go.acme.com', 'go.acme.com'],
    ['GO.Acme.COM', 'go.acme.com'],
    ['go.acme.com.', 'go.acme.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['XN--bcher-kva.example', 'xn--bcher-kva.example'],
    ['a-1.b2.co', 'a-1.b2.co'],
  ])('reads %s', (text, host) => {
    expect(toDomainHost(text)).toBe(host)
  })

  it.each([
    '',
    '.',
    'localhost',
    'go.acme.com:443',
    'https://go.acme.com',
    'go.acme.com/path',
    'user@go.acme.com',
    '*.acme.com',
    'go acme.com',
    ' go.acme.com',
    'go..acme.com',
    '.acme.com',
    '-go.acme.com',
    'go-.acme.com',
    '_go.acme.com',
    'go%2eacme.com',
    'go\\acme.com',
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '1.2.3.4.5',
    '[::1]',
    '::1',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(120)}com`,
    'a\u0000.com',
  ])('finds no host name in %p', (text) => {
    expect(toDomainHost(text)).toBeNull()
  })
})
