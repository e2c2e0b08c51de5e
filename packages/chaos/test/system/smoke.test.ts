import { expect, it } from '@jest/globals'
import { builtApps } from '@throughline/testkit/built-app'
import { runNode } from '@throughline/testkit/node-program'
import { testEnv } from '@throughline/testkit/test-env'

const TIMEOUT_MS = 3 * 60_000

// The nightly run has every scenario on each queue backend, with more kills.
it.each([
  ['a worker', 'C2', testEnv().redisUrl === null ? 'postgresql' : 'redis'],
  ['an API', 'C3', 'postgresql'],
])(
  'delivers everything that was accepted although %s is killed (%s, queue in %s)',
  async (_what, scenario, backend) => {
    const { code, stdout, stderr } = await runNode(
      [
        ...['scripts/run.mjs', 'packages/chaos/src/main.ts', '--backend', backend],
        ...['--scenario', scenario, '--runs', '1', '--bundles', await builtApps()],
      ],
      {},
    )
    // What it says is shown when the test fails.
    const said = stdout + stderr
    expect(said).toMatch(/kept {4}no delivery is lost \(0\)/)
    expect({ code, said }).toMatchObject({ code: 0 })
  },
  TIMEOUT_MS,
)
