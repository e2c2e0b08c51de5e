import { describe, expect, it } from '@jest/globals'
import { toFixture } from './capture-delivery.js'

describe('toFixture', () => {
  it('keeps the headers unchanged and the exact bytes', () => {
    const request = {
      method: 'POST',
      path: '/',
      rawHeaders: ['X-Service-Event', 'install_attributed', 'webhook-id', 'a'],
      headers: { 'x-service-event': 'install_attributed', 'webhook-id': 'a' },
      body: Buffer.from([0x7b, 0xff, 0x7d]),
      receivedAt: new Date(0),
      remotePort: 1,
    }
    expect(toFixture(request, 'whsec_a2V5')).toEqual({
      headers: { 'X-Service-Event': 'install_attributed', 'webhook-id': 'a' },
      body_base64: 'e/99',
      secret: 'whsec_a2V5',
    })
  })
})
