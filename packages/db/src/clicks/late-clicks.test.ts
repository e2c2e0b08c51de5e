import { describe, expect, it } from '@jest/globals'
import { newUuidV7, uuidV7Time } from '@throughline/core/lib/ids'
import type { NewClick } from './click-rows.js'
import { withoutLateTraces } from './late-clicks.js'

const click = {
  id: newUuidV7(),
  ipPrefixHash: Buffer.from([2]),
  userAgent: 'Mozilla/5.0',
  referer: 'https://a.example/',
  params: { gclid: 'G1' },
} as unknown as NewClick
const after = (minutes: number) => new Date(uuidV7Time(click.id).getTime() + minutes * 60_000)

describe('a click written late from the spool', () => {
  it('is written in full while an install may match it by address', () => {
    expect(withoutLateTraces(click, after(24 * 60))).toBe(click)
    // The id was created with a slow clock.
    expect(withoutLateTraces(click, after(-5))).toBe(click)
  })

  it('is written without browser data after that', () => {
    expect(withoutLateTraces(click, after(24 * 60 + 1))).toEqual({
      ...click,
      ipPrefixHash: null,
      userAgent: null,
      referer: null,
    })
  })
})
