import { expect, it } from '@jest/globals'
import { builtApps } from '@throughline/testkit/built-app'
import { runNode } from '@throughline/testkit/node-program'
import { hasPgBouncer } from '@throughline/testkit/pgbouncer'
import { testEnv } from '@throughline/testkit/test-env'

const TIMEOUT_MS = 3 * 60_000

async function expectKept(...options: string[]): Promise<void> {
  const bundles = ['--bundles', await builtApps()]
  const args = ['scripts/run.mjs', 'packages/chaos/src/main.ts', ...options, ...bundles]
  const { code, stdout, stderr } = await runNode(args, {})
  const said = stdout + stderr
  expect(said).toMatch(/kept {4}no delivery is lost \(0\)/)
  // Shows the output if a promise was broken.
  expect(code === 0 ? '' : said).toBe('')
}

// The nightly run has every scenario on each queue backend, with more kills.
it.each([
  ['a worker', 'C2', testEnv().redisUrl === null ? 'postgresql' : 'redis'],
  ['an API', 'C3', 'postgresql'],
])(
  'delivers everything that was accepted although %s is killed (%s, queue in %s)',
  (_what, scenario, backend) =>
    expectKept('--scenario', scenario, '--runs', '1', '--backend', backend),
  TIMEOUT_MS,
)

const itWithPgBouncer = hasPgBouncer() ? it : it.skip

itWithPgBouncer(
  'rejects and loses nothing behind PgBouncer (C1; apt-get install pgbouncer)',
  () => expectKept('--scenario', 'C1', '--runs', '300', '--backend', 'postgresql', '--pgbouncer'),
  TIMEOUT_MS,
)
