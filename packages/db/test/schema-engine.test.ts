import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, withTls, type TestDatabase } from '@throughline/testkit/test-database'
import { runPrisma } from './run-prisma.js'

let scratch: TestDatabase
let secured: TestDatabase
beforeAll(async () => {
  scratch = await createTestDatabase()
  secured = await createTestDatabase({ requiresTls: true })
})
afterAll(async () => {
  await scratch.drop()
  await secured.drop()
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
    const status = (url: string) => runPrisma(['migrate', 'status'], url)
    const withQuery = (search: string) => Object.assign(new URL(secured.url), { search }).href

    expect((await status(secured.url)).output).toContain('Database schema is up to date')
    const distrusting = withTls(secured.url, { authority: 'other-ca.pem' })
    for (const url of [distrusting, withQuery('sslmode=verify-full'), withQuery('sslmode=disable')])
      expect((await status(url)).code).not.toBe(0)
  })
})
