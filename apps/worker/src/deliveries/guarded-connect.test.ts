import { afterEach, describe, expect, it } from '@jest/globals'
import { checkWebhookUrl, type AddressPolicy } from '@throughline/core/webhooks/webhook-address'
import { createGuardedAgent } from './guarded-agent.js'

const policy: AddressPolicy = { allowNets: [], allowHttp: false }
const agent = createGuardedAgent({ policy, timeoutMs: 1_000 })
afterEach(() => agent.close())

describe('a new connection of the guarded agent', () => {
  it('is checked again, even if the caller checked the address', async () => {
    const result = checkWebhookUrl('https://hook.acme.com/', policy)
    if (!result.ok) throw new Error(result.reason)
    const pool = agent.connectionsTo(result.url, 'https://hook.acme.com', '10.0.0.1')
    const failure = await new Promise((resolve) => {
      const handler = {
        onRequestStart: () => undefined,
        onResponseError: (_controller: unknown, error: Error) => resolve(error),
      }
      pool.dispatch({ method: 'POST', path: '/', body: 'x' }, handler)
    })
    expect(failure).toMatchObject({ errorClass: 'blocked' })
  })
})
