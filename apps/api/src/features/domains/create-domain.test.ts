import { describe, expect, it } from '@jest/globals'
import { readDomainHost } from './create-domain.js'

describe('readDomainHost', () => {
  const config = { publicUrl: 'https://API.service.example:8443', linkBaseHost: 'Links.example:80' }

  it.each([
    'links.example',
    'acme.links.example',
    'a.b.LINKS.example',
    'api.service.example',
    'x.api.service.example',
  ])('rejects %s, which belongs to the service', (text) => {
    expect(readDomainHost(text, config)).toMatchObject({ ok: false })
  })

  it.each(['mylinks.example', 'service.example', 'links.example.com'])('accepts %s', (text) => {
    expect(readDomainHost(text, config)).toEqual({ ok: true, host: text })
  })
})
