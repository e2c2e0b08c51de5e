import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { issueCertificate, makeCertificateAuthority } from '@throughline/testkit/certificates'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { runPrisma } from './run-prisma.js'
import { startTlsFront } from '@throughline/testkit/tls-front'

let scratch: TestDatabase
let folder: string
let front: Awaited<ReturnType<typeof startTlsFront>> | undefined
beforeAll(async () => {
  scratch = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'throughline-prisma-'))
})
afterEach(() => front?.close())
afterAll(async () => {
  await scratch.drop()
  await rm(folder, { recursive: true })
})

const SCHEMA = ['--to-schema', 'prisma/schema.prisma', '--exit-code']

describe('Prisma’s command line, on a migrated database', () => {
  // Reads the catalog, whose "char" columns Prisma's own adapter does not support.
  it('finds it equal to schema.prisma', async () => {
    const { code, output } = await runPrisma(
      ['migrate', 'diff', '--from-config-datasource', ...SCHEMA],
      scratch.url,
    )
    expect([code, output]).toEqual([0, expect.stringContaining('No difference detected')])
  })
})

describe('a database that requires TLS', () => {
  it('is reached by the sslmode and sslrootcert of its URL', async () => {
    const authority = await makeCertificateAuthority()
    const tls = await issueCertificate(authority, { hosts: ['localhost'] })
    const { url, secured } = (front = await startTlsFront(scratch.url, tls))
    const ca = join(folder, 'ca.pem')
    await writeFile(ca, authority.certPem)
    const status = (query: string) => runPrisma(['migrate', 'status'], `${url}?${query}`)

    const trusted = await status(`sslmode=verify-full&sslrootcert=${encodeURIComponent(ca)}`)
    expect(trusted.output).toContain('Database schema is up to date')
    expect(secured()).toBeGreaterThan(0)
    expect((await status('sslmode=verify-full')).code).not.toBe(0)
    expect((await status('sslmode=disable')).code).not.toBe(0)
  })
})
