import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { playScripted } from '../test/vectors/play-scripted.js'
import { readVectorFiles } from '../test/vectors/vector.js'

describe.each(readVectorFiles())('%s', (_, vectors) => {
  it.each(vectors.map((vector) => [vector.name, vector] as const))('%s', async (_, vector) => {
    expect(await playScripted(vector)).toEqual([])
  })
})

describe('without URL, structuredClone and AbortSignal.timeout, as in React Native', () => {
  const all = readVectorFiles().flatMap(([, vectors]) => vectors)
  const { URL, structuredClone } = globalThis
  const timeout = Object.getOwnPropertyDescriptor(AbortSignal, 'timeout')
  beforeAll(() => {
    for (const name of ['URL', 'structuredClone']) Reflect.deleteProperty(globalThis, name)
    Reflect.deleteProperty(AbortSignal, 'timeout')
  })
  afterAll(() => {
    Object.assign(globalThis, { URL, structuredClone })
    if (timeout !== undefined) Object.defineProperty(AbortSignal, 'timeout', timeout)
  })

  it('every vector passes', async () => {
    expect([typeof globalThis.URL, typeof globalThis.structuredClone]).toEqual([
      'undefined',
      'undefined',
    ])
    for (const vector of all)
      expect([vector.name, await playScripted(vector)]).toEqual([vector.name, []])
  })
})
