import { describe, expect, it } from '@jest/globals'
import { VirtualTime } from '../../test/vectors/virtual-time.js'
import type { FetchInit } from '../adapters.js'
import { ThroughlineError } from '../errors.js'
import { createApi } from './api.js'

const TIMEOUT_MS = 10_000

/** A POST, which is sent once, to a service that never responds. */
function callInVain(): { time: VirtualTime; sent: FetchInit[]; outcome: Promise<unknown> } {
  const time = new VirtualTime(0)
  const sent: FetchInit[] = []
  const api = createApi(
    {
      baseUrl: 'https://api.example.com',
      publicKey: 'k',
      runtime: time.runtime,
      fetch: (_, init) => {
        sent.push(init)
        return new Promise(() => undefined)
      },
    },
    () => undefined,
  )
  const outcome = api('POST', '/api/links').catch((error: unknown) => error)
  return { time, sent, outcome }
}

describe('a request that times out', () => {
  it('is aborted, so that the phone closes the connection', async () => {
    const { time, sent, outcome } = callInVain()
    await time.advance(TIMEOUT_MS - 1, () => Promise.resolve())
    expect(sent.map(({ signal }) => signal?.aborted)).toEqual([false])
    await time.advance(1, () => Promise.resolve())
    expect(await outcome).toMatchObject({ code: 'no_connection', status: null })
    expect(sent.map(({ signal }) => signal?.aborted)).toEqual([true])
  })

  it('rejects even if the engine has no AbortController', async () => {
    const whole = Object.getOwnPropertyDescriptor(globalThis, 'AbortController') ?? {}
    Reflect.deleteProperty(globalThis, 'AbortController')
    try {
      const { time, sent, outcome } = callInVain()
      await time.advance(TIMEOUT_MS, () => Promise.resolve())
      expect(await outcome).toBeInstanceOf(ThroughlineError)
      expect(sent.map(({ signal }) => signal)).toEqual([null])
    } finally {
      Object.defineProperty(globalThis, 'AbortController', whole)
    }
  })
})
