import { describe, expect, it } from '@jest/globals'
import { isUuid, uuidV7Time } from '@throughline/core/ids'
import { newAttemptId } from './attempt-id.js'

describe('the id of an attempt', () => {
  it('is a UUIDv7 of now', () => {
    const before = Date.now()
    const id = newAttemptId()
    expect(isUuid(id)).toBe(true)
    expect(id[19]).toMatch(/[89ab]/)
    expect(uuidV7Time(id).getTime()).toBeGreaterThanOrEqual(before)
    expect(uuidV7Time(id).getTime()).toBeLessThanOrEqual(Date.now())
  })

  it('is no other’s', () => {
    expect(new Set(Array.from({ length: 10_000 }, newAttemptId)).size).toBe(10_000)
  })
})
