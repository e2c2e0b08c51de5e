import { describe, expect, it } from '@jest/globals'
import { networkAddresses } from './network-addresses.js'

const own = [
  { address: '192.168.1.20', name: 'en0' },
  { address: '127.0.0.1', name: 'lo0' },
]
const where = { port: 3000, env: {}, own }
const host = '192.168.1.20'

describe('networkAddresses', () => {
  it('returns null without --host', () => {
    expect(networkAddresses({}, where)).toBeNull()
  })

  it('uses the address for the API and its name under sslip.io for links', () => {
    expect(networkAddresses({ host }, where)).toEqual({
      host,
      publicUrl: 'http://192.168.1.20:3000',
      linkBaseHost: '192-168-1-20.sslip.io:3000',
    })
  })

  it('uses the name of --link-host for links', () => {
    expect(networkAddresses({ host, linkHost: 'Dev.example.com' }, where)).toMatchObject({
      publicUrl: 'http://192.168.1.20:3000',
      linkBaseHost: 'dev.example.com:3000',
    })
  })

  it('omits the default port of http', () => {
    expect(networkAddresses({ host }, { ...where, port: 80 })).toMatchObject({
      publicUrl: 'http://192.168.1.20',
      linkBaseHost: '192-168-1-20.sslip.io',
    })
  })

  it.each(['10.0.0.9', 'localhost', '0.0.0.0', '::1', '192.168.001.020', ''])(
    'lists the addresses of this machine if --host is %j',
    (other) => {
      expect(() => networkAddresses({ host: other }, where)).toThrow(
        `--host ${other}: this is not an IPv4 address of this machine. Its addresses are:\n` +
          '  192.168.1.20 (en0)\n  127.0.0.1 (lo0)',
      )
    },
  )

  it.each([
    'dev.example.com:3000',
    'http://dev.example.com',
    'dev_1.example.com',
    '-a.example',
    '',
  ])('rejects %j as --link-host', (linkHost) => {
    expect(() => networkAddresses({ host, linkHost }, where)).toThrow(
      `--link-host ${linkHost}: must be a host name such as dev.example.com, without scheme and port.`,
    )
  })

  it('rejects --link-host without --host', () => {
    expect(() => networkAddresses({ linkHost: 'dev.example.com' }, where)).toThrow(
      '--link-host needs --host.',
    )
  })

  it('names the variables that contradict --host', () => {
    const env = { PUBLIC_URL: 'https://api.example.com', LINK_BASE_HOST: '' }
    expect(() => networkAddresses({ host }, { ...where, env })).toThrow(
      '--host sets PUBLIC_URL and LINK_BASE_HOST. Unset PUBLIC_URL, or omit --host.',
    )
  })
})
