import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createTimedBatcher } from './timed-batcher.js'
import { isDatabaseUnavailable } from '../connection/errors.js'

const NEVER = new Promise<never>(() => undefined)

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

/** A batcher whose first statements never complete, and the outcomes of its callers. */
function silentFor(statements: number) {
  const ran: string[][] = []
  const told: Record<string, unknown> = {}
  const batcher = createTimedBatcher<string, string>((items) => {
    ran.push(items)
    return ran.length <= statements ? NEVER : Promise.resolve(items)
  })
  const ask = (item: string) => {
    batcher.add(item).then(
      (answer) => (told[item] = answer),
      (error: unknown) => (told[item] = isDatabaseUnavailable(error) ? 'away' : error),
    )
  }
  return { ask, ran, told }
}

describe('a batcher over an unresponsive database', () => {
  it('fails items within 2 s, both in the statement and behind it', async () => {
    const { ask, told } = silentFor(2)
    ask('first')
    ask('second')
    await jest.advanceTimersByTimeAsync(1_999)
    expect(told).toEqual({ first: 'away', second: 'away' })
  })

  it('sends the next statement without waiting for the unresponsive one', async () => {
    const { ask, ran, told } = silentFor(1)
    ask('first')
    await jest.advanceTimersByTimeAsync(1_000)
    ask('second')
    await jest.advanceTimersByTimeAsync(999)
    expect(told).toEqual({ first: 'away', second: 'second' })
    expect(ran).toEqual([['first'], ['second']])
  })
})
