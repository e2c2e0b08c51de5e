import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestApi, type TestApi } from '../../../apps/api/test/harness.js'
import type { FetchResponse } from '../src/adapters.js'
import { checkVector } from './vectors/check-vector.js'
import { expectStored, type Answered } from './vectors/expect-stored.js'
import { differences, fill, type Values } from './vectors/placeholders.js'
import { prepareProject } from './vectors/prepare-project.js'
import { runVector, type Sent } from './vectors/run-vector.js'
import { readVectorFiles, type Exchange, type Vector } from './vectors/vector.js'

let api: TestApi
beforeAll(async () => {
  // The SDK's address is the vector's own, as a proxy reports it.
  api = await startTestApi({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => api.close())

/** A port on which nothing listens, as on a phone without a network. */
const NOBODY = 'http://127.0.0.1:1'
let played = 0

describe.each(readVectorFiles())('%s against the real API', (_, vectors) => {
  const playable = vectors.filter(({ only }) => only === undefined)
  const named = playable.map((vector) => [vector.name, vector] as const)
  if (named.length > 0) it.each(named)('%s', async (_, vector) => play(vector))
  else it.skip('has only what a real service cannot be made to do', () => undefined)
})

async function play(vector: Vector): Promise<void> {
  played += 1
  const startedAt = Date.now()
  const values = await prepareProject(api, vector.server ?? {}, { index: played, startedAt })
  const answered: Answered[] = []
  const wrong: string[] = []
  const observed = await runVector(vector, {
    values,
    startedAt,
    exchange: async (sent, scripted) => {
      const response = await send(sent, scripted, values)
      const { status } = response
      const body: unknown = JSON.parse((await response.text()) || 'null')
      answered.push({ sent, status, body })
      wrong.push(...responseProblems(scripted, { status, body }, values))
      return response
    },
  })
  expect([...wrong, ...checkVector(vector, observed, values)]).toEqual([])
  await expectStored(api, String(values['project_id']), answered)
}

async function send(
  { method, path, headers, body }: Sent,
  scripted: Exchange | undefined,
  values: Values,
): Promise<FetchResponse> {
  const isCut = scripted?.response === 'no_connection'
  const response = await fetch(`${isCut ? NOBODY : api.url}${path}`, {
    method,
    headers: { ...headers, 'x-forwarded-for': String(values['address']) },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text: () => Promise.resolve(text) }
}

/** A script may omit fields of a response; the fields that it has must be those of the service. */
function responseProblems(
  scripted: Exchange | undefined,
  actual: { status: number; body: unknown },
  values: Values,
): string[] {
  if (scripted === undefined || typeof scripted.response === 'string') return []
  const { status, body } = scripted.response
  const at = `answer of ${scripted.request.method} ${scripted.request.path}`
  return differences(fill({ status, body }, values), actual, { at, isPartial: true })
}
