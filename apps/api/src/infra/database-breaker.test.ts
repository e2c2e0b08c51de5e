import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { createDatabaseBreaker } from './database-breaker.js'

/** A breaker for a database whose state the test sets, with the reported errors. */
function setUp(isThere: () => boolean) {
  const events: string[] = []
  let probes = 0
  let sayBack: () => void = () => undefined
  const back = new Promise<void>((resolve) => {
    sayBack = resolve
  })
  const breaker = createDatabaseBreaker({
    probe: () => {
      probes += 1
      return isThere() ? Promise.resolve() : Promise.reject(new Error('away'))
    },
    onAway: () => events.push('away'),
    onBack: () => {
      events.push('back')
      sayBack()
    },
  })
  return { breaker, events, back, probes: () => probes }
}

describe('the database breaker', () => {
  it('sends no probe without a report', async () => {
    const { breaker, probes } = setUp(() => true)
    await pause(30)
    expect([breaker.isAway(), probes()]).toEqual([false, 0])
  })

  it('is open from the first report until the database responds, and logs each change once', async () => {
    let isThere = false
    const { breaker, events, back, probes } = setUp(() => isThere || probes() >= 3)
    breaker.report()
    breaker.report()
    expect(breaker.isAway()).toBe(true)
    await back
    expect([breaker.isAway(), events, probes()]).toEqual([false, ['away', 'back'], 3])
    isThere = true
    breaker.report()
    expect(breaker.isAway()).toBe(true)
    breaker.close()
  })

  it('sends no probe once it is closed', async () => {
    const { breaker, probes, events } = setUp(() => true)
    breaker.report()
    breaker.close()
    await pause(40)
    expect([probes(), events]).toEqual([0, ['away']])
  })
})
