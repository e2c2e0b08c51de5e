import { describe, expect, it } from '@jest/globals'
import { withoutSkipped } from './without-skipped.js'

const off = { endpoint: '/a', from: 10_000, to: 20_000 }
const lost = ['v1 at /a']
const skipped = (target: string, at: number) => withoutSkipped(lost, [{ target, at }], [off])

describe('a skipped delivery', () => {
  it('is not lost when its webhook was paused as it was created', () => {
    for (const at of [9_000, 10_000, 20_000])
      expect(skipped('v1 at /a', at)).toEqual({ lost: [], skipped: 1 })
  })

  it('is lost when it was created at another time', () => {
    for (const at of [8_999, 20_001]) expect(skipped('v1 at /a', at)).toEqual({ lost, skipped: 0 })
  })

  it('is lost when another webhook was paused', () => {
    const elsewhere = withoutSkipped(
      lost,
      [{ target: 'v1 at /a', at: 15_000 }],
      [{ ...off, endpoint: '/b' }],
    )
    expect(elsewhere).toEqual({ lost, skipped: 0 })
  })

  it('is lost when the database does not list it as skipped', () => {
    expect(withoutSkipped(lost, [], [off])).toEqual({ lost, skipped: 0 })
  })
})
