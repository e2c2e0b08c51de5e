import { describe, expect, it } from '@jest/globals'
import { runNode } from '@throughline/testkit/node-program'
import { testEnv } from '@throughline/testkit/test-env'

const MINUTES_MS = 60_000

/** As `npm run chaos` does it; what it says is shown when a test fails. */
async function chaos(...options: string[]) {
  const { queueBackend } = testEnv()
  const { code, stdout, stderr } = await runNode(
    ['scripts/run.mjs', 'packages/chaos/src/main.ts', '--backend', queueBackend, ...options],
    {},
  )
  return { code, said: stdout + stderr }
}

describe('what was accepted', () => {
  it(
    'arrives although workers and APIs are killed',
    async () => {
      const { code, said } = await chaos('--scenario', 'C2', 'C3', '--runs', '2')
      expect(said).toMatch(/kept {4}0 lost \(0\)/)
      expect({ code, said }).toMatchObject({ code: 0 })
    },
    3 * MINUTES_MS,
  )

  // The row is the same whatever the queue is kept in: once is enough.
  if (testEnv().queueBackend === 'postgresql')
    it(
      'would be lost without the rows that are written with it, and that is noticed',
      async () => {
        const kills = ['--scenario', 'C3', '--runs', '4']
        const { code, said } = await chaos(...kills, '--mutant', 'no-outbox')
        expect(said).toMatch(/BROKEN {2}0 lost: \d+/)
        expect(code).toBe(1)
      },
      3 * MINUTES_MS,
    )
})
