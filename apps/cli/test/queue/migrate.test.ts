import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { issueCertificate, makeCertificateAuthority } from '@throughline/testkit/certificates'
import { applyDatabaseRoles } from '@throughline/testkit/database-roles'
import { startTlsFront } from '@throughline/testkit/tls-front'
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
    const folder = await mkdtemp(join(tmpdir(), 'throughline-tls-'))
    const authority = await makeCertificateAuthority()
    const ca = join(folder, 'ca.pem')
    await writeFile(ca, authority.certPem)
    await cli.query('DROP SCHEMA public CASCADE')
    await cli.query('CREATE SCHEMA public')
    await cli.query('DROP SCHEMA IF EXISTS bullmq CASCADE')
    const { ownerUrl } = await applyDatabaseRoles(cli.database.url)
    const front = await startTlsFront(
      ownerUrl,
      await issueCertificate(authority, { hosts: ['localhost'] }),
    )
    const envWith = (query: string) => ({ DATABASE_URL: `${front.url}?${query}` })
    try {
      const trusting = envWith(`sslmode=verify-full&sslrootcert=${encodeURIComponent(ca)}`)
      const { code, printed } = await cli.json(['migrate'], trusting)
      expect([code, printed['queue']]).toEqual([0, queue])
      expect(printed['applied']).not.toEqual([])
      await cli.expectFailure(['migrate'], /certificate/, envWith('sslmode=verify-full'))
    } finally {
      front.close()
      await rm(folder, { recursive: true })
    }
  })
})
