import { expect, it } from '@jest/globals'
import { runNode } from '@throughline/testkit/node-program'
import { testEnv } from '@throughline/testkit/test-env'

const MINUTES_MS = 60_000

/** As `npm run chaos` does it; what it says is shown when a test fails. */
async function chaos(...options: string[]) {
  const { code, stdout, stderr } = await runNode(
    ['scripts/run.mjs', 'packages/chaos/src/main.ts', ...options],
    {},
  )
  return { code, said: stdout + stderr }
}

const withRedis = testEnv().redisUrl === null ? it.skip : it

const expectAllToArrive = async (backend: 'postgresql' | 'redis') => {
  const { code, said } = await chaos('--backend', backend, '--scenario', 'C2', 'C3', '--runs', '1')
  expect(said.match(/kept {4}0 lost \(0\)/g)).toHaveLength(2)
  expect({ code, said }).toMatchObject({ code: 0 })
}

it(
  'what was accepted arrives although a worker and an API are killed',
  () => expectAllToArrive('postgresql'),
  3 * MINUTES_MS,
)

withRedis(
  'what was accepted arrives although a worker and an API are killed, with the queue in Redis',
  () => expectAllToArrive('redis'),
  3 * MINUTES_MS,
)
