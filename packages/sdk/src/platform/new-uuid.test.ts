import { afterEach, describe, expect, it } from '@jest/globals'
import { newUuid } from './new-uuid.js'
import { platformRuntime } from './runtime.js'

const V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
const crypto = Object.getOwnPropertyDescriptor(globalThis, 'crypto')
afterEach(() => {
  if (crypto !== undefined) Object.defineProperty(globalThis, 'crypto', crypto)
})

describe('newUuid', () => {
  it('returns a new version 4 UUID for each call', () => {
    const made = Array.from({ length: 100 }, () => newUuid(platformRuntime))
    expect(made.filter((uuid) => !V4.test(uuid))).toEqual([])
    expect(new Set(made).size).toBe(100)
  })

  it('returns a UUID even if the engine has no crypto', () => {
    Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true })
    const made = Array.from({ length: 100 }, () => newUuid(platformRuntime))
    expect(made.filter((uuid) => !V4.test(uuid))).toEqual([])
    expect(new Set(made).size).toBe(100)
  })
})
