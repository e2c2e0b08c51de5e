import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { parseKeyRing } from '@throughline/core/security/key-ring'
import { openDatabase } from '@throughline/db/connection/database'
import { openRootSecret } from '@throughline/db/connection/root-secret'
import { makeScratchHome } from '@throughline/stack/home'
import { freePort } from '@throughline/stack/ports'
import { startPostgres } from '@throughline/stack/postgres'
import { sizeSettings } from '@throughline/stack/postgres/size-settings'
import { markProcess } from '@throughline/stack/processes'
import { writeStackFile } from '@throughline/stack/stack-file'
import { KEY_RING, startCli, type TestCli } from './cli.js'

let cli: TestCli
beforeAll(async () => {
  cli = await startCli()
})
afterAll(() => cli.close())

describe('doctor', () => {
  type Finding = { check: string; ok: boolean; detail: string }
  const findingsOf = (printed: Record<string, unknown>) =>
    Object.fromEntries((printed['findings'] as Finding[]).map((it) => [it.check, it]))

  it('warns of keys with all scopes, and of those that may change any campaign', async () => {
    const insert = (prefix: string, columns = '', values = '') =>
      cli.query(
        `INSERT INTO projects (name, prefix, updated_at${columns}) VALUES ($1, $1, now()${values})`,
        [prefix],
      )
    await insert('wide')
    await insert('hosts', ', allowed_destinations', ", '{example.com}'")
    await insert('own', ', sdk_writes, sdk_scopes', ", 'own', '{links:read,campaigns:write}'")
    await insert('reads', ', sdk_scopes', ", '{links:read}'")
    try {
      const { printed } = await cli.json(['doctor'])
      const warnings = (printed['findings'] as Finding[]).filter(
        ({ check }) => check === 'project keys',
      )
      expect(warnings).toEqual([
        {
          check: 'project keys',
          ok: true,
          warning: true,
          detail: expect.stringMatching(
            /^wide: .* set allowed_destinations \(docs\/project-keys\.md\)$/,
          ),
        },
        {
          check: 'project keys',
          ok: true,
          warning: true,
          detail: expect.stringMatching(/^wide, hosts: .* set sdk_writes to own/),
        },
      ])
      const { stdout } = await cli.run(['doctor'])
      expect(stdout).toMatch(/^warn  project keys  wide: /m)
    } finally {
      await cli.query('DELETE FROM projects')
    }
  })

  it('distinguishes a key ring that decrypts the stored secrets from one that does not', async () => {
    const opened = openDatabase({ url: cli.database.url, poolMax: 1 })
    await openRootSecret(opened, parseKeyRing(KEY_RING)).finally(() => opened.close())

    const other = `k2:${Buffer.alloc(32, 8).toString('base64')}`
    const [good, wrong] = await Promise.all([
      cli.json(['doctor']),
      cli.json(['doctor'], { SECRETS_KEYS: other }),
    ])
    expect(findingsOf(good.printed)['key ring']).toMatchObject({
      ok: true,
      detail: 'decrypts the stored secrets',
    })
    expect(wrong.code).toBe(1)
    expect(findingsOf(wrong.printed)['key ring']).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/"k1".*SECRETS_KEYS|SECRETS_KEYS.*"k1"/),
    })
  })

  it('compares settings of the command line, except those that npm start chose', async () => {
    const home = await makeScratchHome()
    const small = sizeSettings({ memoryBytes: 2 * 1024 ** 3, freeDiskBytes: 5 * 1024 ** 3 })
    const server = await startPostgres({
      dataDir: join(home, 'postgres'),
      isScratch: true,
      flags: small,
    })
    try {
      const databaseUrl = server.url('postgres')
      const settingsBy = async (env: Record<string, string>) =>
        findingsOf((await cli.json(['doctor'], env)).printed)['database settings']
      const byVariable = await settingsBy({ DATABASE_URL: databaseUrl })
      expect(byVariable).toMatchObject({ warning: true })
      expect(byVariable?.detail).toMatch(
        /^shared_buffers is 128MB on the command line, which overrides ALTER SYSTEM: set 512MB or more there; .*max_wal_size is 1GB on/,
      )
      await writeStackFile(home, {
        databaseUrl,
        redisUrl: null,
        linkBaseHost: null,
        publicUrl: 'http://127.0.0.1:1',
        workerUrl: 'http://127.0.0.1:1',
        processes: { postgres: markProcess(server.pid) },
      })
      const byStack = await settingsBy({ DATABASE_URL: '', THROUGHLINE_HOME: home })
      expect(byStack?.detail).toBe('sized for clicks and deliveries')
    } finally {
      await server.stop('immediate')
      await rm(home, { recursive: true, force: true })
    }
  })

  it('prints a line for each check', async () => {
    const { code, stdout, stderr } = await cli.run(['doctor'], {
      WORKER_PORT: String(await freePort()),
    })
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toMatch(
      /^ok {4}database {6}PostgreSQL .*\n(.*\n)*FAIL {2}worker {8}http.* does not respond; .*\n$/,
    )
  })
})
