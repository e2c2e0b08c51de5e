import { describe, expect, it } from '@jest/globals'
import { platformRuntime } from './runtime.js'
import { createStore } from './store.js'

describe('a storage that fails', () => {
  const broken = () => {
    throw new Error('QuotaExceededError')
  }

  it('keeps values in memory until the app ends, and says so on a line', async () => {
    const lines: string[] = []
    const storage = { getItem: () => null, setItem: broken, removeItem: broken }
    const store = createStore(storage, (line) => lines.push(line), platformRuntime)
    await store.set('gclid', 'g1')
    expect(await store.get('gclid')).toBe('g1')
    expect(lines).toEqual(['The storage failed: Error: QuotaExceededError'])
  })

  it('that does not let go of a value no longer gives it', async () => {
    const storage = { getItem: () => 'old', setItem: () => undefined, removeItem: broken }
    const store = createStore(storage, () => undefined, platformRuntime)
    await store.set('install', null)
    expect(await store.get('install')).toBeNull()
  })

  it('that cannot be read has nothing', async () => {
    const lines: string[] = []
    const storage = { getItem: broken, setItem: () => undefined, removeItem: () => undefined }
    expect(
      await createStore(storage, (line) => lines.push(line), platformRuntime).get('gclid'),
    ).toBeUndefined()
    expect(lines).toEqual(['The storage failed: Error: QuotaExceededError'])
  })

  it('gives way to the storage once that works again', async () => {
    const kept = new Map<string, string>()
    let isFull = true
    const storage = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => {
        if (isFull) broken()
        kept.set(name, value)
      },
      removeItem: (name: string) => void kept.delete(name),
    }
    const store = createStore(storage, () => undefined, platformRuntime)
    await store.set('gclid', 'g1')
    isFull = false
    await store.set('gclid', 'g2')
    expect([kept.get('throughline.gclid'), await store.get('gclid')]).toEqual(['g2', 'g2'])
    kept.set('throughline.gclid', 'of another tab')
    expect(await store.get('gclid')).toBe('of another tab')
  })
})
