import { describe, expect, it } from '@jest/globals'
import { waitFor } from './wait-for.js'

describe('waitFor', () => {
  it('returns the first value', async () => {
    const answers = [null, undefined, false, 0, 1] as const
    let index = 0
    const check = () => Promise.resolve(answers[index++])
    expect(await waitFor(check, { what: 'a value', everyMs: 1 })).toBe(0)
    expect(index).toBe(4)
  })

  it('checks at least once, also with a time-out of 0', async () => {
    expect(await waitFor(() => 'here', { what: 'a value', timeoutMs: 0 })).toBe('here')
  })

  it('says what it waited for, and why the last check failed', async () => {
    const cause = new Error('connection refused')
    const waiting = waitFor(() => Promise.reject(cause), {
      what: 'the server to answer',
      timeoutMs: 5,
      everyMs: 1,
    })
    await expect(waiting).rejects.toMatchObject({
      message: expect.stringMatching(
        /^waited 5 ms for the server to answer, in vain after \d+ checks$/,
      ),
      cause,
    })
  })

  it('treats a check that throws as not yet true', async () => {
    let checks = 0
    const check = () => {
      checks += 1
      if (checks < 3) throw new Error('not yet')
      return checks
    }
    expect(await waitFor(check, { what: 'the third check', everyMs: 1 })).toBe(3)
  })
})
