import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { FetchResponse } from './adapters.js'
import { checkVector } from '../test/vectors/check-vector.js'
import { fillAll, type Values } from '../test/vectors/placeholders.js'
import { runVector, type World } from '../test/vectors/run-vector.js'
import { readVectorFiles, type Vector } from '../test/vectors/vector.js'

const STARTED_AT = Date.parse('2026-03-01T09:30:00Z')

const VALUES: Values = {
  project_id: '0d3c1f9e-5b7a-4c1e-9b1f-2a6f1d0e7c55',
  project_key: '1a2b3c4d-0000-4000-8000-00000000009f',
  masked_key: '1a2b…9f',
  wrong_key: '9c9c9c9c-0000-4000-8000-000000000000',
  masked_wrong_key: '9c9c…00',
  link_host: 'acme.links.example',
  click_token: 'a-click-token',
  address: '203.0.113.5',
  today: '2026-03-01',
  custom_domain: 'go.acme.example',
  now_ms: STARTED_AT,
  tomorrow_ms: STARTED_AT + 24 * 60 * 60 * 1000,
}

describe.each(readVectorFiles())('%s', (_, vectors) => {
  it.each(vectors.map((vector) => [vector.name, vector] as const))('%s', async (...[, vector]) => {
    expect(await problemsOf(vector)).toEqual([])
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

  it('every vector passes all the same', async () => {
    expect([typeof globalThis.URL, typeof globalThis.structuredClone]).toEqual([
      'undefined',
      'undefined',
    ])
    for (const vector of all)
      expect([vector.name, await problemsOf(vector)]).toEqual([vector.name, []])
  })
})

async function problemsOf(vector: Vector): Promise<string[]> {
  const campaigns = (vector.server?.campaigns ?? []).map(
    ({ ref }, index) => [`campaign:${String(ref)}`, index + 41] as const,
  )
  const values = { ...VALUES, ...Object.fromEntries(campaigns) }
  return checkVector(vector, await runVector(vector, scriptedWorld(values)), values)
}

/** A server that says what the vector's script says, whatever it is asked. */
function scriptedWorld(values: Values): World {
  return {
    values,
    startedAt: STARTED_AT,
    exchange: (sent, scripted) => {
      if (scripted === undefined || scripted.response === 'no_connection')
        return Promise.reject(new TypeError(`Network request failed: ${sent.path}`))
      if (scripted.response === 'no_answer') return Promise.resolve('no_answer')
      const { status, headers = {}, body = {}, text } = scripted.response
      const json = JSON.stringify(fillAll(body, values))
      return Promise.resolve<FetchResponse>({
        status,
        headers: { get: (name) => headers[name.toLowerCase()] ?? null },
        text: () => Promise.resolve(text ?? json),
      })
    },
  }
}
