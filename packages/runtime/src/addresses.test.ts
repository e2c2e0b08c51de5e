import { describe, expect, it } from '@jest/globals'
import { addressesOf } from './addresses.js'

describe('addressesOf', () => {
  it('is this machine, on the API’s port, by default', () => {
    expect(addressesOf({ PORT: 4000 })).toEqual({
      publicUrl: 'http://localhost:4000',
      linkBaseHost: 'localhost:4000',
    })
  })

  it('takes no link host from PUBLIC_URL, and normalizes both', () => {
    expect(addressesOf({ PORT: 3000, PUBLIC_URL: 'https://api.acme.com//' })).toEqual({
      publicUrl: 'https://api.acme.com',
      linkBaseHost: 'localhost:3000',
    })
    expect(addressesOf({ PORT: 3000, LINK_BASE_HOST: 'Links.Acme.com:8443' }).linkBaseHost).toBe(
      'links.acme.com:8443',
    )
  })
})
