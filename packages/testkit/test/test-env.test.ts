import { describe, expect, it } from '@jest/globals'
import { testEnv } from '../src/test-env.js'

describe('testEnv', () => {
  it('returns what the global set-up started', () => {
    const env = testEnv()
    expect(env.databaseUrl).toMatch(/^postgres(ql)?:\/\//)
    expect(env.templateDatabase).not.toBe('')
    expect(['postgresql', 'redis']).toContain(env.queueBackend)
    if (env.queueBackend === 'redis') expect(env.redisUrl).toMatch(/^rediss?:\/\//)
  })

  it('names the jest global that is wrong', () => {
    const backend: unknown = Reflect.get(globalThis, 'QUEUE_BACKEND')
    try {
      Reflect.set(globalThis, 'QUEUE_BACKEND', 'memory')
      expect(() => testEnv()).toThrow('the jest global QUEUE_BACKEND is "memory"')
    } finally {
      Reflect.set(globalThis, 'QUEUE_BACKEND', backend)
    }
  })
})
