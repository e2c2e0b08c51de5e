import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { verifyServiceSignature } from '../src/service-signature.js'
import { verify } from '../src/verify.js'
import { thirdParties, type SignedRequest } from './third-parties.js'

type Captured = {
  readonly headers: Readonly<Record<string, string>>
  readonly body_base64: string
  readonly secret: string
}

const folder = new URL('../fixtures/captured/', import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith('.json'))

describe('deliveries captured from a running worker', () => {
  it('exist', () => {
    expect(files).not.toEqual([])
  })

  describe.each(files)('%s', (file) => {
    const captured = readCaptured(file)
    const { headers, body, secret } = captured
    const now = new Date(Number(headers['webhook-timestamp']) * 1000)

    it('is accepted in both schemes', () => {
      const delivery = verify(body, headers, secret, { now, requireTimestamp: true })
      expect(delivery.deliveryId).toBe(headers['x-service-delivery'])
      expect(delivery.event).toBe('install_attributed')
      expect(delivery.payload.matched).toBe(true)
      verifyServiceSignature(body, headers, secret)
    })

    it('has exactly the length and the type that its headers announce', () => {
      expect(headers['content-length']).toBe(String(body.length))
      expect(headers['content-type']).toBe('application/json')
    })

    it.each(thirdParties)('is accepted by $name', async ({ isAvailable, accepts, name }) => {
      // The worked vector's test reports tools that are not on PATH as skipped.
      if (isAvailable)
        expect({ name, accepts: await accepts(captured) }).toEqual({ name, accepts: true })
    })
  })
})

function readCaptured(file: string): SignedRequest {
  const { headers, body_base64, secret } = JSON.parse(
    readFileSync(new URL(file, folder), 'utf8'),
  ) as Captured
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return {
    headers: Object.fromEntries(lowerCase) as Record<string, string>,
    body: Buffer.from(body_base64, 'base64'),
    secret,
  }
}
