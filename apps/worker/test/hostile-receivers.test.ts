import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { parseAllowNets } from '@throughline/core/net/allow-nets'
import { makeCertificateAuthority } from '@throughline/testkit/certificates'
import type { HostileOutcome } from '@throughline/testkit/hostile/receiver-spec'
import { hostileReceiverNames } from '@throughline/testkit/hostile/catalogue'
import {
  startHostileReceivers,
  type HostileReceiver,
  type HostileReceivers,
} from '@throughline/testkit/hostile/start-hostile-receivers'
import { waitFor } from '@throughline/testkit/wait-for'
import { createGuardedAgent, type GuardedAgent } from '../src/deliveries/guarded-agent.js'
import { sendDelivery, type SentAttempt } from '../src/deliveries/send-delivery.js'

const timeoutMs = 1_000
/** How much later than its deadline an attempt may end. */
const graceMs = 500
/** Idle connections are kept this long. */
const keepAliveMs = 4_000
const maxResponseBytes = 16 * 1024
const large = [
  'endless-body',
  'gzip-bomb',
  'huge-header',
  'floods-early-hints',
  'early-hints-then-answer',
] as const
const body = Buffer.from('{"matched":true}')

let hostileReceivers: HostileReceivers
let agent: GuardedAgent
beforeAll(async () => {
  const authority = await makeCertificateAuthority()
  hostileReceivers = await startHostileReceivers({ authority, seed: 20_260_301, timeoutMs })
  const policy = { allowNets: parseAllowNets('127.0.0.0/8'), allowHttp: false }
  agent = createGuardedAgent({ policy, timeoutMs, ca: [authority.certPem] })
})
afterAll(async () => {
  await agent.close()
  await hostileReceivers.close()
})

describe('an attempt at a receiver that misbehaves', () => {
  it.each(hostileReceiverNames)('%s: ends in time, with its error class', async (name) => {
    const receiver = hostileReceivers.receiver(name)
    const { outcomes, statusCodes, ends, getsRequest } = receiver.expected
    const startedMs = performance.now()
    const sent = await attempt(receiver)
    const tookMs = performance.now() - startedMs

    expect(outcomes).toContain(outcomeOf(sent))
    expect(statusCodes).toContain(sent.statusCode)
    expect(tookMs).toBeLessThanOrEqual(timeoutMs + graceMs)
    // A timer may be a millisecond early.
    if (ends === 'at-deadline') expect(tookMs).toBeGreaterThanOrEqual(timeoutMs - 2)
    else expect(tookMs).toBeLessThan(timeoutMs)
    expect(receiver.requests()).toBe(getsRequest ? 1 : 0)
    expect(hostileReceivers.canaryHits()).toBe(0)
  })

  it('leaves every connection usable or closed: the same again', async () => {
    const sent = await Promise.all(hostileReceivers.receivers.map((receiver) => attempt(receiver)))
    hostileReceivers.receivers.forEach(({ expected }, n) => {
      expect(expected.outcomes).toContain(outcomeOf(sent[n]))
    })
    expect(hostileReceivers.canaryHits()).toBe(0)
  })

  it('keeps no connection for longer than an idle one', async () => {
    await Promise.all(hostileReceivers.receivers.map((receiver) => attempt(receiver)))
    const open = () => hostileReceivers.receivers.filter(({ connections }) => connections() > 0)
    await waitFor(() => open().length === 0, { what: 'an end', timeoutMs: keepAliveMs + graceMs })
  })

  it('is decided by its own response when half of the attempts fail', async () => {
    const flaky = hostileReceivers.receiver('flaky-half')
    const before = flaky.requests()
    const sent: SentAttempt[] = []
    for (let n = 0; n < 40; n += 1) sent.push(await attempt(flaky))
    const answered = flaky.received().slice(before)
    expect(sent.map(({ statusCode }) => statusCode)).toEqual(answered.map(({ status }) => status))
    expect(new Set(sent.map(outcomeOf))).toEqual(new Set(['success', 'status']))
  })

  it('stores 16 KiB of a body that is endless or would inflate to a gigabyte, unchanged', async () => {
    const endless = await attempt(hostileReceivers.receiver('endless-body'))
    expect(endless.responseBody).toBe('c'.repeat(maxResponseBytes))
    const bomb = await attempt(hostileReceivers.receiver('gzip-bomb'))
    // The method byte of a gzip file survives reading as text; its zeros do not.
    expect(bomb.responseBody?.slice(0, 3)).toContain('\u{1f}')
    expect(bomb.responseBody?.length).toBeLessThanOrEqual(maxResponseBytes)
  })

  it('reads a bounded part of a flood of informational responses, at a bounded cost', async () => {
    const flood = hostileReceivers.receiver('floods-early-hints')
    await attempt(flood)
    const before = process.cpuUsage()
    const startedMs = performance.now()
    const sent: SentAttempt[] = []
    for (let n = 0; n < 20; n += 1) sent.push(await attempt(flood))
    const { user, system } = process.cpuUsage(before)
    expect(new Set(sent.map(({ error }) => error))).toEqual(
      new Set(['The receiver sent more than 10 informational (1xx) responses']),
    )
    // Includes the flooding receiver's own time. Reading until the deadline would take a whole second per attempt.
    expect((user + system) / 1_000).toBeLessThan(5_000)
    expect(performance.now() - startedMs).toBeLessThan(10_000)
  })

  it('keeps memory bounded over hundreds of large responses', async () => {
    const three = [...large, ...large, ...large].map(hostileReceivers.receiver)
    const batch = () => Promise.all(three.map((receiver) => attempt(receiver)))
    for (let n = 0; n < 10; n += 1) await batch()
    const beforeBytes = process.memoryUsage.rss()
    let peakBytes = beforeBytes
    for (let n = 0; n < 30; n += 1) {
      await batch()
      peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
    }
    // 450 responses, 90 of which would be a gigabyte each. The measured growth was 11 MiB, receivers included.
    expect(peakBytes - beforeBytes).toBeLessThan(64 * 1024 * 1024)
  })
})

async function attempt(receiver: HostileReceiver): Promise<SentAttempt> {
  const sent = await sendDelivery(agent, {
    url: receiver.url,
    headers: {},
    body,
    timeoutMs,
    startedAtMs: Date.now(),
  })
  if (sent.kind === 'fault') throw sent.error
  return sent
}

function outcomeOf(sent: SentAttempt | undefined): HostileOutcome | null | undefined {
  return sent?.isSuccess === true ? 'success' : sent?.errorClass
}
