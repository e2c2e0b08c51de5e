import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { parseKeyRing } from '@throughline/core/key-ring'
import { openDatabase } from '@throughline/db/client'
import { openRootSecret } from '@throughline/db/root-secret'
import { freePort } from '@throughline/stack/ports'
import { runNode } from '@throughline/testkit/node-program'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { testEnv } from '@throughline/testkit/test-env'
import pg from 'pg'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const TOKEN = /^\d+\|\S{20,}$/
const KEY_RING = `k1:${Buffer.alloc(32, 7).toString('base64')}`

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Runs a command as `npm run cli` does, on the test's database unless told. */
async function cli(args: readonly string[], env: Record<string, string> = {}) {
  const { queueBackend, redisUrl } = testEnv()
  return runNode(['scripts/run.mjs', 'apps/cli/src/index.ts', ...args], {
    DATABASE_URL: database.url,
    SECRETS_KEYS: KEY_RING,
    THROUGHLINE_HOME: '/nowhere',
    PUBLIC_URL: 'https://go.acme.com',
    LINK_BASE_HOST: 'links.example:8443',
    ...(queueBackend === 'redis' ? { REDIS_URL: redisUrl ?? '' } : {}),
    ...env,
  })
}

/** Runs it with --json and answers what it printed: one line. */
async function json(args: readonly string[], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await cli([...args, '--json'], env)
  expect(stderr).toBe('')
  expect(stdout.trim().split('\n')).toHaveLength(1)
  return { code, printed: JSON.parse(stdout) as Record<string, unknown> }
}

/** Exit code 1, nothing on standard output, and that one line. */
async function expectFailure(
  args: readonly string[],
  message: string,
  env: Record<string, string> = {},
) {
  expect(await cli(args, env)).toEqual({ code: 1, stdout: '', stderr: `error: ${message}\n` })
}

async function query(sql: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** The test's DATABASE_URL with another part. */
function withPart(part: 'password' | 'pathname', value: string): string {
  const url = new URL(database.url)
  url[part] = value
  return url.href
}

/** What knows nothing of the queue is tried once; the rest on each backend. */
const isOnPostgresql = testEnv().queueBackend === 'postgresql'

if (isOnPostgresql) {
  describe('project create', () => {
    it('prints the project and its first token, as one line of JSON', async () => {
      const { code, printed } = await json([
        'project',
        'create',
        '--name',
        'Acme',
        '--prefix',
        'acme',
      ])
      expect(code).toBe(0)
      // In this order, and nothing more (contract §8).
      expect(Object.keys(printed)).toEqual([
        'project_id',
        'project_key',
        'link_host',
        'admin_token',
      ])
      expect(printed).toEqual({
        project_id: expect.stringMatching(UUID),
        project_key: expect.stringMatching(UUID),
        link_host: 'acme.links.example:8443',
        admin_token: expect.stringMatching(TOKEN),
      })
      expect(await query('SELECT name, key FROM projects WHERE prefix = $1', ['acme'])).toEqual([
        { name: 'Acme', key: printed['project_key'] },
      ])
    })

    it('prints a table for people', async () => {
      const { code, stdout, stderr } = await cli([
        'project',
        'create',
        '--name',
        'B',
        '--prefix',
        'b',
      ])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(
        /^project_id {3}\S+\nproject_key {2}\S+\nlink_host {4}b\.links\.example:8443\nadmin_token {2}\d+\|\S+\n$/,
      )
    })

    it('refuses a prefix that is taken, reserved or no label, and an empty name', async () => {
      const create = (prefix: string, name = 'X') => [
        ...['project', 'create'],
        ...['--name', name, '--prefix', prefix],
      ]
      await Promise.all([
        expectFailure(
          create('acme'),
          'The prefix acme is taken. Choose another --prefix, or make a token for that project: token create --project acme',
        ),
        expectFailure(create('api'), '--prefix api: Choose another prefix; "api" is reserved.'),
        expectFailure(
          create('-A_'),
          '--prefix -A_: Use 1 to 63 lower-case letters, digits or hyphens, with no hyphen at either end.',
        ),
        expectFailure(create('empty', ' '), '--name: Give the project a name.'),
      ])
      expect(await cli([...create('www'), '--json'])).toEqual({
        code: 1,
        stdout: '',
        stderr: '{"error":"--prefix www: Choose another prefix; \\"www\\" is reserved."}\n',
      })
      expect(await query("SELECT 1 FROM projects WHERE name IN ('X', ' ')")).toEqual([])
    })

    it('answers an existing project without a token, when asked to', async () => {
      const args = ['project', 'create', '--name', 'Y', '--prefix', 'acme', '--if-missing']
      const { printed } = await json(args)
      const [project] = await query('SELECT id, key FROM projects WHERE prefix = $1', ['acme'])
      expect(printed).toMatchObject({ link_host: 'acme.links.example:8443', admin_token: null })
      expect(project).toEqual({ id: printed['project_id'], key: printed['project_key'] })
    })
  })

  describe('token create', () => {
    it('prints the token once and stores its hash, abilities and end', async () => {
      const { code, printed } = await json([
        ...['token', 'create', '--project', 'acme', '--name', 'dashboard'],
        ...['--abilities', 'webhooks:read,deliveries:read'],
        ...['--expires-at', '2999-01-01T00:00:00Z'],
      ])
      expect(code).toBe(0)
      expect(printed).toEqual({
        id: expect.any(Number),
        project_id: expect.stringMatching(UUID),
        admin_token: expect.stringMatching(TOKEN),
      })
      const rows = await query('SELECT * FROM admin_tokens WHERE id = $1', [printed['id']])
      expect(rows).toMatchObject([
        {
          project_id: printed['project_id'],
          name: 'dashboard',
          abilities: ['webhooks:read', 'deliveries:read'],
          expires_at: new Date('2999-01-01T00:00:00Z'),
        },
      ])
      const [, secret = ''] = String(printed['admin_token']).split('|')
      expect(JSON.stringify(rows)).not.toContain(secret)
    })

    it('refuses an unknown project, an unknown ability and an end in the past', async () => {
      const create = (...more: string[]) => ['token', 'create', '--project', ...more]
      await Promise.all([
        expectFailure(
          create('nobody'),
          'There is no project nobody. Name it by its id or its prefix.',
        ),
        expectFailure(
          create('acme', '--abilities', 'webhooks:read,everything'),
          '--abilities: "everything" is none; write * or such as webhooks:read',
        ),
        expectFailure(
          create('acme', '--expires-at', '2020-01-01'),
          '--expires-at 2020-01-01: must be a time to come, such as 2027-01-31T00:00:00Z',
        ),
      ])
    })
  })

  describe('any command', () => {
    const args = ['project', 'create', '--name', 'Z', '--prefix', 'z']

    it('says what to do when the database is away, unknown, refuses the password or is empty', async () => {
      const closed = await freePort()
      await Promise.all([
        expectFailure(
          args,
          'The database does not answer. Check DATABASE_URL, and that the server runs.',
          { DATABASE_URL: `postgresql://ann@127.0.0.1:${closed}/x` },
        ),
        expectFailure(
          args,
          'The database that DATABASE_URL names does not exist. Make it: npm run -s cli -- migrate',
          { DATABASE_URL: withPart('pathname', '/nobody') },
        ),
        expectFailure(args, 'The database refused the user or the password in DATABASE_URL.', {
          DATABASE_URL: withPart('password', 'wrong'),
        }),
        expectFailure(args, 'The database is not up to date. Run: npm run -s cli -- migrate', {
          DATABASE_URL: withPart('pathname', '/postgres'),
        }),
      ])
    })

    it('says what to do without a database, and lists all that is wrong in the environment', async () => {
      await expectFailure(
        args,
        'No database: nothing runs on /nowhere. Run "npm start" in another terminal, or set DATABASE_URL.',
        { DATABASE_URL: '' },
      )
      const wrong = await cli(args, { DATABASE_URL: 'mysql://x', PORT: 'abc' })
      expect(wrong).toMatchObject({ code: 1, stdout: '' })
      expect(wrong.stderr).toMatch(
        /^error: The environment is not as it must be:\n {2}DATABASE_URL: .*\n {2}PORT: .*\n$/,
      )
    })

    it('refuses a command or an option that there is not', async () => {
      expect(await cli(['destroy'])).toMatchObject({ code: 1, stdout: '' })
      expect(await cli(['doctor', '--fast'])).toEqual({
        code: 1,
        stdout: '',
        stderr: "error: unknown option '--fast'\n",
      })
    })
  })
}

describe('migrate', () => {
  const queue = testEnv().queueBackend

  it('only lists on --dry-run, applies once, and makes the database when there is none', async () => {
    const name = `${database.name}_fresh`
    const url = new URL(database.url)
    url.pathname = `/${name}`
    const env = { DATABASE_URL: url.href }
    try {
      await query(`CREATE DATABASE ${name}`)
      const { printed: listed } = await json(['migrate', '--dry-run'], env)
      const pending = listed['pending'] as string[]
      expect(pending.length).toBeGreaterThan(0)
      await query(`DROP DATABASE ${name}`)
      expect(await json(['migrate'], env)).toEqual({
        code: 0,
        printed: { applied: pending, queue },
      })
      expect(await json(['migrate'], env)).toEqual({ code: 0, printed: { applied: [], queue } })
      expect((await json(['migrate', '--dry-run'], env)).printed).toEqual({ pending: [] })
    } finally {
      await query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    }
  })
})

describe('doctor', () => {
  type Finding = { check: string; ok: boolean; detail: string }
  const findingsOf = (printed: Record<string, unknown>) =>
    Object.fromEntries((printed['findings'] as Finding[]).map((it) => [it.check, it]))

  it('looks at database, queue and services, and says of each whether it is well', async () => {
    const closed = await freePort()
    const { code, printed } = await json(['doctor'], {
      PUBLIC_URL: `http://127.0.0.1:${closed}`,
      WORKER_PORT: String(closed),
    })
    expect(code).toBe(1)
    expect(printed['ok']).toBe(false)
    expect(printed['findings']).toEqual([
      { check: 'database', ok: true, detail: expect.stringMatching(/^PostgreSQL \d/) },
      { check: 'migrations', ok: true, detail: 'all applied' },
      { check: 'partitions', ok: true, detail: expect.stringMatching(/^\d months ahead$/) },
      { check: 'key ring', ok: true, detail: 'nothing sealed yet' },
      {
        check: 'queue',
        ok: true,
        detail: expect.stringMatching(isOnPostgresql ? /^in Post/ : /^Redis \d/),
      },
      { check: 'deliveries', ok: true, detail: '0 due' },
      { check: 'app files', ok: true, detail: 'no project has apps' },
      ...[
        ['api', `http://127.0.0.1:${closed}`],
        ['worker', `http://localhost:${closed}`],
      ].map(([check, url]) => ({
        check,
        ok: false,
        detail: `${url ?? ''} does not answer; is it started?`,
      })),
    ])
  })

  it('says what to do about a database, or a Redis, that is away', async () => {
    const closed = await freePort()
    const { code, printed } = await json(['doctor'], {
      DATABASE_URL: `postgresql://ann:hush@127.0.0.1:${closed}/x`,
      REDIS_URL: isOnPostgresql ? '' : `redis://127.0.0.1:${closed}`,
    })
    expect(code).toBe(1)
    const findings = findingsOf(printed)
    const away = 'The database does not answer. Check DATABASE_URL, and that the server runs.'
    for (const check of [
      'database',
      'migrations',
      'partitions',
      'key ring',
      'deliveries',
      'app files',
    ])
      expect(findings[check]).toEqual({ check, ok: false, detail: away })
    expect(findings['queue']).toEqual({
      check: 'queue',
      ok: false,
      detail: isOnPostgresql
        ? away
        : 'Redis does not answer. Check REDIS_URL, and that the server runs.',
    })
    expect(JSON.stringify(printed)).not.toContain('hush')
  })

  if (!isOnPostgresql) return

  it('tells a key ring that opens what is stored from one that does not', async () => {
    const opened = openDatabase({ url: database.url, poolMax: 1 })
    await openRootSecret(opened, parseKeyRing(KEY_RING)).finally(() => opened.close())

    const other = `k2:${Buffer.alloc(32, 8).toString('base64')}`
    const [good, wrong] = await Promise.all([
      json(['doctor']),
      json(['doctor'], { SECRETS_KEYS: other }),
    ])
    expect(findingsOf(good.printed)['key ring']).toMatchObject({
      ok: true,
      detail: 'opens what is stored',
    })
    expect(wrong.code).toBe(1)
    expect(findingsOf(wrong.printed)['key ring']).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/"k1".*SECRETS_KEYS|SECRETS_KEYS.*"k1"/),
    })
  })

  it('prints a line for each thing, to people', async () => {
    const { code, stdout, stderr } = await cli(['doctor'], {
      WORKER_PORT: String(await freePort()),
    })
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toMatch(
      /^ok {4}database {4}PostgreSQL .*\n(.*\n)*FAIL {2}worker {6}http.* does not answer; .*\n$/,
    )
  })
})
