import { describe, expect, it, jest } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { vector, vectorHeaders, vectorSentAt } from './signature-vector.js'
import { thirdParties, type SignedRequest } from './third-parties.js'

const request: SignedRequest = {
  headers: vectorHeaders,
  body: Buffer.from(vector.body),
  secret: vector.secret,
}

describe.each(thirdParties)('$name on the worked vector', ({ name, isAvailable, accepts }) => {
  const test = isAvailable ? it : it.skip

  test(`accepts it${isAvailable ? '' : ` (skipped: ${name} is not on PATH)`}`, async () => {
    expect(await accepts(request)).toBe(true)
  })

  test('rejects it with another body, and with another secret', async () => {
    expect(await accepts({ ...request, body: Buffer.from(`${vector.body} `) })).toBe(false)
    expect(await accepts({ ...request, secret: 'whsec_b3RoZXI=' })).toBe(false)
  })
})

describe("standardwebhooks' own verify", () => {
  it('accepts the worked vector at its time', () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(vectorSentAt.getTime())
    try {
      expect(new Webhook(vector.secret).verify(vector.body, vectorHeaders)).toEqual(
        JSON.parse(vector.body),
      )
    } finally {
      clock.mockRestore()
    }
  })
})
