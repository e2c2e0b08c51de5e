import { describe, expect, it } from '@jest/globals'
import { createWebhookSlots, type SlotOutcome } from './webhook-slots.js'

const options = { maxPerWebhook: 2, patienceMs: 0, nowMs: () => 1_000, random: () => 0.5 }

function entered(outcome: SlotOutcome) {
  if (outcome.kind !== 'entered') throw new Error('expected a slot')
  return outcome
}

describe('webhook slots', () => {
  it('let in as many as the cap, per webhook', async () => {
    const slots = createWebhookSlots(options)
    entered(await slots.enter(1))
    entered(await slots.enter(1))
    expect((await slots.enter(1)).kind).toBe('full')
    expect((await slots.enter(2)).kind).toBe('entered')
  })

  it('are free again after a leave', async () => {
    const slots = createWebhookSlots(options)
    const first = entered(await slots.enter(1))
    entered(await slots.enter(1))
    first.leave(10)
    expect((await slots.enter(1)).kind).toBe('entered')
  })

  it('send the ones over the cap back for their turn: waiting ÷ cap × attempt time', async () => {
    const slots = createWebhookSlots(options)
    const first = entered(await slots.enter(1))
    entered(await slots.enter(1))
    first.leave(1_100)
    entered(await slots.enter(1))
    // The mean moved from the first guess of 100 ms by a fifth of the way to 1,100 ms.
    const waits = await Promise.all([slots.enter(1), slots.enter(1), slots.enter(1)])
    expect(waits).toEqual([150, 300, 450].map((waitMs) => ({ kind: 'full', waitMs })))
  })

  it('send nobody back for more than a minute', async () => {
    const slots = createWebhookSlots({ ...options, maxPerWebhook: 1, random: () => 0.999 })
    entered(await slots.enter(1))
    let last = 0
    for (let n = 0; n < 2_000; n += 1) {
      const outcome = await slots.enter(1)
      if (outcome.kind === 'full') last = outcome.waitMs
    }
    expect(last).toBe(60_000)
  })

  it('hand a slot to the one that waits here', async () => {
    const slots = createWebhookSlots({ ...options, maxPerWebhook: 1, patienceMs: 5_000 })
    const first = entered(await slots.enter(1))
    const waiting = slots.enter(1)
    const over = await slots.enter(1)
    expect(over.kind).toBe('full')
    first.leave(5)
    const second = entered(await waiting)
    expect((await createFull(slots)).kind).toBe('full')
    second.leave(5)
  })

  it('let the one that waited too long go back', async () => {
    const slots = createWebhookSlots({ ...options, maxPerWebhook: 1, patienceMs: 5 })
    entered(await slots.enter(1))
    expect((await slots.enter(1)).kind).toBe('full')
  })
})

/** Two more: one may wait, the other is over. */
async function createFull(slots: ReturnType<typeof createWebhookSlots>): Promise<SlotOutcome> {
  void slots.enter(1)
  return slots.enter(1)
}
