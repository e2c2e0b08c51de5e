import { describe, expect, it } from '@jest/globals'
import { platformRuntime } from './runtime.js'
import { createStore } from './store.js'

describe('a storage that fails', () => {
  const broken = () => {
    throw new Error('QuotaExceededError')
  }

  it('keeps values in memory until the app ends, and logs one line', async () => {
    const lines: string[] = []
    const storage = { getItem: () => null, setItem: broken, removeItem: broken }
    const store = createStore(storage, (line) => lines.push(line), platformRuntime)
    await store.set('gclid', 'g1')
    expect(await store.get('gclid')).toBe('g1')
    expect(lines).toEqual(['The storage failed: Error: QuotaExceededError'])
  })

  it('no longer returns a value whose removal failed', async () => {
    const storage = { getItem: () => 'old', setItem: () => undefined, removeItem: broken }
    const store = createStore(storage, () => undefined, platformRuntime)
    await store.set('install', null)
    expect(await store.get('install')).toBeNull()
  })

  it('returns nothing when reading fails', async () => {
    const lines: string[] = []
    const storage = { getItem: broken, setItem: () => undefined, removeItem: () => undefined }
    expect(
      await createStore(storage, (line) => lines.push(line), platformRuntime).get('gclid'),
    ).toBeUndefined()
    expect(lines).toEqual(['The storage failed: Error: QuotaExceededError'])
  })

  it('uses the storage again as soon as it works', async () => {
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
