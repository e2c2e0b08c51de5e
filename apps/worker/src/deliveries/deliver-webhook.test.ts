import { describe, expect, it } from '@jest/globals'
import { isUuid, uuidV7Time } from '@throughline/core/lib/ids'
import { newAttemptId } from './deliver-webhook.js'

describe('the id of an attempt', () => {
  it('is a UUIDv7 of the given time', () => {
    const id = newAttemptId(1_772_359_800_123.75)
    expect(isUuid(id)).toBe(true)
    expect(id[19]).toMatch(/[89ab]/)
    expect(uuidV7Time(id)).toEqual(new Date(1_772_359_800_123))
  })

  it('is unique', () => {
    expect(new Set(Array.from({ length: 10_000 }, () => newAttemptId(1))).size).toBe(10_000)
  })
})
