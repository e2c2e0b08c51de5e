import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { freePort } from '@throughline/stack/ports'
import { testEnv } from '@throughline/testkit/test-env'
import { startCli, type TestCli } from '../cli.js'

const isOnPostgresql = testEnv().queueBackend === 'postgresql'

let cli: TestCli
beforeAll(async () => {
  cli = await startCli()
})
afterAll(() => cli.close())

describe('doctor', () => {
  type Finding = { check: string; ok: boolean; detail: string }
  const findingsOf = (printed: Record<string, unknown>) =>
    Object.fromEntries((printed['findings'] as Finding[]).map((it) => [it.check, it]))

  it('checks database, queue and services, and prints a result for each', async () => {
    const closed = await freePort()
    const { code, printed } = await cli.json(['doctor'], {
      PUBLIC_URL: `http://127.0.0.1:${closed}`,
      WORKER_PORT: String(closed),
    })
    expect(code).toBe(1)
    expect(printed['ok']).toBe(false)
    expect(printed['findings']).toEqual([
      { check: 'database', ok: true, detail: expect.stringMatching(/^PostgreSQL \d/) },
      { check: 'direct connection', ok: true, detail: 'keeps its session' },
      // The test server has fsync off.
      {
        check: 'durability',
        ok: false,
        detail: expect.stringMatching(
          /^fsync is off: .*; full_page_writes is off: .*; synchronous_commit is off: .* set it on /,
        ),
      },
      {
        check: 'database settings',
        ok: true,
        warning: true,
        detail: expect.stringMatching(
          /^shared_buffers is 128MB, .*min_wal_size is 80MB, .*wal_init_zero is on, set off where .*operations\.md/,
        ),
      },
      { check: 'migrations', ok: true, detail: 'all applied' },
      { check: 'partitions', ok: true, detail: expect.stringMatching(/^\d months ahead$/) },
      { check: 'key ring', ok: true, detail: 'nothing sealed yet' },
      {
        check: 'queue',
        ok: true,
        detail: expect.stringMatching(isOnPostgresql ? /^in Post/ : /^Redis \d/),
      },
      { check: 'deliveries', ok: true, detail: '0 due' },
      {
        check: 'shared ranges',
        ok: true,
        detail: '30720 of hosting networks, as of 2026-06-17; none imported',
      },
      { check: 'app files', ok: true, detail: 'no project has apps' },
      { check: 'domains', ok: true, detail: 'no project has proved one' },
      { check: 'project keys', ok: true, detail: 'narrowed' },
      { check: 'sign-in', ok: true, detail: 'possible' },
      ...[
        ['api', `http://127.0.0.1:${closed}`],
        ['worker', `http://localhost:${closed}`],
      ].map(([check, url]) => ({
        check,
        ok: false,
        detail: `${url ?? ''} does not respond; is it running?`,
      })),
    ])
  })

  it('says what to do if the database or Redis is unavailable', async () => {
    const closed = await freePort()
    const { code, printed } = await cli.json(['doctor'], {
      DATABASE_URL: `postgresql://ann:hush@127.0.0.1:${closed}/x`,
      REDIS_URL: isOnPostgresql ? '' : `redis://127.0.0.1:${closed}`,
    })
    expect(code).toBe(1)
    const findings = findingsOf(printed)
    const away = 'PostgreSQL is unavailable: check DATABASE_URL and that the server is running'
    for (const check of [
      'database',
      'durability',
      'database settings',
      'migrations',
      'partitions',
      'key ring',
      'deliveries',
      'shared ranges',
      'app files',
      'domains',
      'project keys',
    ])
      expect(findings[check]).toEqual({ check, ok: false, detail: away })
    expect(findings['queue']).toEqual({
      check: 'queue',
      ok: false,
      detail: isOnPostgresql
        ? away
        : 'Redis does not respond. Check REDIS_URL and that the server is running.',
    })
    expect(JSON.stringify(printed)).not.toContain('hush')
  })
})
