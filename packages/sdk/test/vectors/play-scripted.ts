import type { FetchResponse } from '../../src/adapters.js'
import { checkVector } from './check-vector.js'
import { fillAll, type Values } from './placeholders.js'
import { runVector, type World } from './run-vector.js'
import type { Vector } from './vector.js'

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

/** Plays a vector against its own script; returns the differences, in words. */
export async function playScripted(vector: Vector): Promise<string[]> {
  const campaigns = (vector.server?.campaigns ?? []).map(
    ({ ref }, index) => [`campaign:${String(ref)}`, index + 41] as const,
  )
  const values = { ...VALUES, ...Object.fromEntries(campaigns) }
  return checkVector(vector, await runVector(vector, scriptedWorld(values)), values)
}

/** A server that sends the responses of the vector's script, whatever the request. */
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
