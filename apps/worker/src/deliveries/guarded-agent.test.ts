import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { checkWebhookUrl, type AddressPolicy } from '@throughline/core/webhooks/webhook-address'
import { createGuardedAgent, type GuardedAgent } from './guarded-agent.js'

const POLICY: AddressPolicy = { allowNets: [], allowHttp: false }
const [ONE, TWO] = ['93.184.215.14', '93.184.215.15']
const ORIGIN = 'https://hook.acme.com'

let agent: GuardedAgent
let asked: string[]
/** The address that the name resolves to, or an error. */
let answer: string[] | Error
beforeEach(() => {
  jest.useFakeTimers()
  asked = []
  answer = [ONE]
  agent = createGuardedAgent({
    policy: POLICY,
    timeoutMs: 1_000,
    resolve: (hostname) => {
      asked.push(hostname)
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
  })
})
afterEach(async () => {
  jest.useRealTimers()
  await agent.close()
})

function target() {
  const result = checkWebhookUrl(`${ORIGIN}/`, POLICY)
  if (!result.ok) throw new Error(result.reason)
  return result.url
}

describe('the guarded agent', () => {
  it('checks the name’s addresses each time, even while a connection to an old address is kept', async () => {
    expect(await agent.allowedAddresses(target())).toEqual([ONE])
    answer = ['10.0.0.1', '169.254.169.254']
    jest.advanceTimersByTime(4_000)
    await expect(agent.allowedAddresses(target())).rejects.toMatchObject({ errorClass: 'blocked' })
  })

  it('allows the valid addresses of a name, in their order', async () => {
    answer = ['10.0.0.1', TWO, '::1', ONE]
    expect(await agent.allowedAddresses(target())).toEqual([TWO, ONE])
  })

  it('shares one lookup of a name, and its result for 4 s', async () => {
    const both = [agent.allowedAddresses(target()), agent.allowedAddresses(target())]
    for (const addresses of both) await addresses
    jest.advanceTimersByTime(3_900)
    await agent.allowedAddresses(target())
    expect(asked).toEqual(['hook.acme.com'])
    jest.advanceTimersByTime(100)
    await agent.allowedAddresses(target())
    expect(asked).toHaveLength(2)
  })

  it('fails as dns for a second, then looks the name up again', async () => {
    answer = new Error('ENOTFOUND')
    for (let n = 0; n < 2; n += 1)
      await expect(agent.allowedAddresses(target())).rejects.toMatchObject({ errorClass: 'dns' })
    expect(asked).toHaveLength(1)
    answer = [ONE]
    jest.advanceTimersByTime(1_000)
    expect(await agent.allowedAddresses(target())).toEqual([ONE])
  })

  it('fails as dns when the name has no address', async () => {
    answer = []
    await expect(agent.allowedAddresses(target())).rejects.toMatchObject({ errorClass: 'dns' })
  })

  it('keeps the connections of one address, and never uses them for another', () => {
    const pool = agent.connectionsTo(target(), ORIGIN, ONE)
    expect(agent.connectionsTo(target(), ORIGIN, ONE)).toBe(pool)
    expect(agent.connectionsTo(target(), ORIGIN, TWO)).not.toBe(pool)
    expect(agent.connectionsTo(target(), `${ORIGIN}:8443`, ONE)).not.toBe(pool)
  })
})
