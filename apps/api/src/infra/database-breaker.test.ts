import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { watchDatabase } from './database-breaker.js'

/** A watch over a database whose state the test sets, with what was told of it. */
function setUp(isThere: () => boolean) {
  const told: string[] = []
  let looks = 0
  let sayBack: () => void = () => undefined
  const back = new Promise<void>((resolve) => {
    sayBack = resolve
  })
  const watch = watchDatabase({
    look: () => {
      looks += 1
      return isThere() ? Promise.resolve() : Promise.reject(new Error('away'))
    },
    onAway: () => told.push('away'),
    onBack: () => {
      told.push('back')
      sayBack()
    },
  })
  return { watch, told, back, looks: () => looks }
}

describe('the watch over the database', () => {
  it('looks at nothing while nobody complains', async () => {
    const { watch, looks } = setUp(() => true)
    await pause(30)
    expect([watch.isAway(), looks()]).toEqual([false, 0])
  })

  it('counts it as away from the first report until it answers, and tells each once', async () => {
    let isThere = false
    const { watch, told, back, looks } = setUp(() => isThere || looks() >= 3)
    watch.report()
    watch.report()
    expect(watch.isAway()).toBe(true)
    await back
    expect([watch.isAway(), told, looks()]).toEqual([false, ['away', 'back'], 3])
    isThere = true
    watch.report()
    expect(watch.isAway()).toBe(true)
    watch.close()
  })

  it('looks no more once it is closed', async () => {
    const { watch, looks, told } = setUp(() => true)
    watch.report()
    watch.close()
    await pause(40)
    expect([looks(), told]).toEqual([0, ['away']])
  })
})
