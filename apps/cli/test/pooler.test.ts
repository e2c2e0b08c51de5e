import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { hasPgBouncer, startPgBouncer, type PgBouncer } from '@throughline/testkit/pgbouncer'
import { startCli, type TestCli } from './cli.js'

const describeWithPgBouncer = hasPgBouncer() ? describe : describe.skip

describeWithPgBouncer('behind PgBouncer (apt-get install pgbouncer)', () => {
  let cli: TestCli
  let bouncer: PgBouncer
  beforeAll(async () => {
    cli = await startCli()
    bouncer = await startPgBouncer(cli.database.url, { mode: 'transaction', poolSize: 3 })
  })
  afterAll(async () => {
    await bouncer.stop()
    await cli.close()
  })

  it('migrate exits 1 and names DATABASE_DIRECT_URL', async () => {
    const { code, stderr } = await cli.run(['migrate'], { DATABASE_URL: bouncer.url })
    expect(code).toBe(1)
    expect(stderr).toMatch(/DATABASE_URL leads through .* Set DATABASE_DIRECT_URL/)
  })

  it('migrate accepts a direct connection beside the pooled one', async () => {
    const env = { DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: cli.database.url }
    expect(await cli.run(['migrate'], env)).toMatchObject({ code: 0, stderr: '' })
  })

  it('doctor tries both URLs, and names the variable of the one that fails', async () => {
    const wrong = new URL(bouncer.url)
    wrong.password = 'wrong'
    const urls = { DATABASE_URL: wrong.href, DATABASE_DIRECT_URL: cli.database.url }
    const { printed } = await cli.json(['doctor'], urls)
    const findings = printed['findings']
    expect(findings).toContainEqual({
      check: 'database',
      ok: false,
      detail: 'PostgreSQL refused the user or the password of DATABASE_URL',
    })
    for (const check of ['direct connection', 'migrations'])
      expect(findings).toContainEqual(expect.objectContaining({ check, ok: true }))
  })

  it('doctor reports a password that only PgBouncer has', async () => {
    const stale = await startPgBouncer(cli.withPart('password', 'stale'), {
      mode: 'transaction',
      poolSize: 1,
    })
    try {
      const urls = { DATABASE_URL: stale.url, DATABASE_DIRECT_URL: cli.database.url }
      const { printed } = await cli.json(['doctor'], urls)
      expect(printed['findings']).toContainEqual({
        check: 'database',
        ok: false,
        detail: 'PostgreSQL refused the user or the password of DATABASE_URL',
      })
    } finally {
      await stale.stop()
    }
  })

  it('doctor reports URLs of two databases', async () => {
    const urls = {
      DATABASE_URL: bouncer.url,
      DATABASE_DIRECT_URL: cli.withPart('pathname', '/postgres'),
    }
    const { printed } = await cli.json(['doctor'], urls)
    expect(printed['findings']).toContainEqual({
      check: 'direct connection',
      ok: false,
      detail: expect.stringMatching(/^DATABASE_URL and DATABASE_DIRECT_URL lead to different/),
    })
  })

  it('doctor names the variable that leads through the pooler', async () => {
    const { printed } = await cli.json(['doctor'], { DATABASE_DIRECT_URL: bouncer.url })
    expect(printed['findings']).toContainEqual({
      check: 'direct connection',
      ok: false,
      detail: expect.stringMatching(/^DATABASE_DIRECT_URL leads through a connection pooler/),
    })
  })
})
