import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { applyDatabaseRoles } from '@throughline/testkit/database-roles'
import { createTestDatabase, withTls } from '@throughline/testkit/test-database'
import { testEnv } from '@throughline/testkit/test-env'
import { startCli, type TestCli } from '../cli.js'

let cli: TestCli
beforeAll(async () => {
  cli = await startCli()
})
afterAll(() => cli.close())

describe('migrate', () => {
  const queue = testEnv().queueBackend

  it('changes nothing with --dry-run, applies once, and creates a missing database', async () => {
    const name = `${cli.database.name}_fresh`
    const url = new URL(cli.database.url)
    url.pathname = `/${name}`
    const env = { DATABASE_URL: url.href }
    try {
      await cli.query(`CREATE DATABASE ${name}`)
      const { printed: listed } = await cli.json(['migrate', '--dry-run'], env)
      const pending = listed['pending'] as string[]
      expect(pending.length).toBeGreaterThan(0)
      await cli.query(`DROP DATABASE ${name}`)
      expect(await cli.json(['migrate'], env)).toEqual({
        code: 0,
        printed: { applied: pending, queue },
      })
      expect(await cli.json(['migrate'], env)).toEqual({ code: 0, printed: { applied: [], queue } })
      expect((await cli.json(['migrate', '--dry-run'], env)).printed).toEqual({ pending: [] })
    } finally {
      await cli.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    }
  })

  it('runs with the role throughline_owner on a PostgreSQL that requires TLS', async () => {
    const scratch = await createTestDatabase({ requiresTls: true, isEmpty: true })
    try {
      const { ownerUrl } = await applyDatabaseRoles(scratch.url)
      const env = { DATABASE_URL: ownerUrl }
      const { code, printed } = await cli.json(['migrate'], env)
      expect([code, printed['queue']]).toEqual([0, queue])
      expect(printed['applied']).not.toEqual([])
      const distrusting = { DATABASE_URL: withTls(ownerUrl, { authority: 'other-ca.pem' }) }
      await cli.expectFailure(['migrate'], /certificate/, distrusting)
    } finally {
      await scratch.drop()
    }
  })
})
