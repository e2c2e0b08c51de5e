import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { findDart } from '@throughline/testkit/dart'
import { startTestApi, type TestApi } from '../../../apps/api/test/harness.js'
import { startDartPlayer, type DartPlayer } from './vectors/dart-player.js'
import { expectStored, type Answered } from './vectors/expect-stored.js'
import { prepareProject } from './vectors/prepare-project.js'
import { readVectorFiles, type Vector } from './vectors/vector.js'

const dart = findDart()
// Without Dart this is reported as skipped. Get it with "node scripts/dart.mjs --version".
const describeOnDart = dart === null ? describe.skip : describe

describeOnDart('the Dart core, over dart:io against the real API', () => {
  let api: TestApi
  let player: DartPlayer
  let played = 0

  beforeAll(async () => {
    // The SDK's address is the vector's own, as a proxy reports it.
    api = await startTestApi({ env: { TRUST_PROXY: '1' } })
    player = startDartPlayer(String(dart), ['--against', api.url])
  })
  afterAll(async () => {
    await player.end()
    await api.close()
  })

  describe.each(readVectorFiles())('%s', (_, vectors) => {
    const playable = vectors.filter(({ only }) => only === undefined)
    const named = playable.map((vector) => [vector.name, vector] as const)
    if (named.length > 0) it.each(named)('%s', async (_, vector) => play(vector))
    else it.skip('has only what a real service cannot be made to do', () => undefined)
  })

  async function play(vector: Vector): Promise<void> {
    played += 1
    const startedAt = Date.now()
    const values = await prepareProject(api, vector.server ?? {}, { index: played, startedAt })
    const { problems, answered } = (await player.ask({ vector, values, startedAt })) as {
      problems: string[]
      answered: Answered[]
    }
    expect(problems).toEqual([])
    await expectStored(api, String(values['project_id']), answered)
  }
})
