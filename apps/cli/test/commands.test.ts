import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { LINK_CHANGES_CHANNEL, parseLinkChange } from '@throughline/db/links/link-changes'
import { freePort } from '@throughline/stack/ports'
import { builtApp } from '@throughline/testkit/built-app'
import { startCli, type TestCli } from './cli.js'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const TOKEN = /^\d+\|\S{20,}$/

let cli: TestCli
beforeAll(async () => {
  cli = await startCli()
})
afterAll(() => cli.close())

describe('project create', () => {
  it('prints the project and its first token as one line of JSON', async () => {
    const { code, printed } = await cli.json([
      'project',
      'create',
      '--name',
      'Acme',
      '--prefix',
      'acme',
    ])
    expect(code).toBe(0)
    // Exactly these lines in this order (docs/api-contract.md, "Command line").
    expect(Object.keys(printed)).toEqual(['project_id', 'project_key', 'link_host', 'admin_token'])
    expect(printed).toEqual({
      project_id: expect.stringMatching(UUID),
      project_key: expect.stringMatching(UUID),
      link_host: 'acme.links.example:8443',
      admin_token: expect.stringMatching(TOKEN),
    })
    expect(await cli.query('SELECT name, key FROM projects WHERE prefix = $1', ['acme'])).toEqual([
      { name: 'Acme', key: printed['project_key'] },
    ])
  })

  it('prints a table', async () => {
    const { code, stdout, stderr } = await cli.runProgram([
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

  it('rejects a prefix that is taken, reserved or not a DNS label, and an empty name', async () => {
    const create = (prefix: string, name = 'X') => [
      'project',
      'create',
      '--name',
      name,
      '--prefix',
      prefix,
    ]
    await Promise.all([
      cli.expectFailure(
        create('acme'),
        'The prefix acme is taken. Choose another --prefix, or create a token for that project: token create --project acme',
      ),
      cli.expectFailure(create('api'), '--prefix api: Choose another prefix; "api" is reserved.'),
      cli.expectFailure(
        create('-A_'),
        '--prefix -A_: Use 1 to 63 lower-case letters, digits or hyphens, with no hyphen at either end.',
      ),
      cli.expectFailure(create('empty', ' '), '--name: Enter a name for the project.'),
    ])
    expect(await cli.run([...create('www'), '--json'])).toEqual({
      code: 1,
      stdout: '',
      stderr: '{"error":"--prefix www: Choose another prefix; \\"www\\" is reserved."}\n',
    })
    expect(await cli.query("SELECT 1 FROM projects WHERE name IN ('X', ' ')")).toEqual([])
  })

  it("rejects a prefix whose link host would be the API's own", async () => {
    const args = ['project', 'create', '--name', 'App', '--prefix', 'app']
    await cli.expectFailure(
      args,
      '--prefix app: Choose another prefix; app.links.example is the host of PUBLIC_URL, which serves the API and no links.',
      { PUBLIC_URL: 'https://App.links.example', LINK_BASE_HOST: 'Links.example:8443' },
    )
    expect(await cli.query("SELECT 1 FROM projects WHERE prefix = 'app'")).toEqual([])
  })

  it('prints an existing project without a token if requested', async () => {
    const args = ['project', 'create', '--name', 'Y', '--prefix', 'acme', '--if-missing']
    const { printed } = await cli.json(args)
    const [project] = await cli.query('SELECT id, key FROM projects WHERE prefix = $1', ['acme'])
    expect(printed).toMatchObject({ link_host: 'acme.links.example:8443', admin_token: null })
    expect(project).toEqual({ id: printed['project_id'], key: printed['project_key'] })
  })
})

describe('token create', () => {
  it('prints the token once and stores its hash, abilities and expiry', async () => {
    const { code, printed } = await cli.json([
      'token',
      'create',
      '--project',
      'acme',
      '--name',
      'dashboard',
      '--abilities',
      'webhooks:read,deliveries:read',
      '--expires-at',
      '2999-01-01T00:00:00Z',
    ])
    expect(code).toBe(0)
    expect(printed).toEqual({
      id: expect.any(Number),
      project_id: expect.stringMatching(UUID),
      admin_token: expect.stringMatching(TOKEN),
    })
    const rows = await cli.query('SELECT * FROM admin_tokens WHERE id = $1', [printed['id']])
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

  it('rejects an unknown project, an unknown ability and an expiry in the past', async () => {
    const create = (...more: string[]) => ['token', 'create', '--project', ...more]
    await Promise.all([
      cli.expectFailure(
        create('nobody'),
        'No project nobody exists. Use the id or prefix of a project.',
      ),
      cli.expectFailure(
        create('acme', '--abilities', 'webhooks:read,everything'),
        /^error: --abilities: "everything" is not an ability\. Use these: \*, app-association:write, .*webhooks:write\n$/,
      ),
      cli.expectFailure(
        create('acme', '--expires-at', '2020-01-01'),
        '--expires-at 2020-01-01: must be in the future, such as 2027-01-31T00:00:00Z',
      ),
    ])
  })
})

describe('token revoke', () => {
  const insert = async (parent: number | null): Promise<number> => {
    const [row] = (await cli.query(
      `INSERT INTO admin_tokens (project_id, name, secret_hash, parent_id)
         SELECT id, 'made', '\\x00', $1 FROM projects WHERE prefix = 'acme' RETURNING id`,
      [parent],
    )) as [{ id: number }]
    return row.id
  }
  const isRevoked = async (id: number) => {
    const sql = 'SELECT 1 FROM admin_tokens WHERE id = $1 AND revoked_at IS NOT NULL'
    return (await cli.query(sql, [id])).length === 1
  }

  it('revokes a token and its descendants, unless they are to be kept', async () => {
    const root = await insert(null)
    const child = await insert(root)
    const grandchild = await insert(child)
    const kept = await cli.json(['token', 'revoke', String(child), '--keep-children'])
    expect(kept.printed).toMatchObject({ id: child, revoked_descendants: [] })
    expect(await isRevoked(grandchild)).toBe(false)
    const { printed } = await cli.json(['token', 'revoke', String(root)])
    expect(printed).toEqual({
      id: root,
      project_id: expect.stringMatching(UUID),
      revoked_descendants: [{ id: grandchild, name: 'made' }],
    })
    for (const id of [root, child, grandchild]) expect(await isRevoked(id)).toBe(true)
    await cli.expectFailure(
      ['token', 'revoke', String(root)],
      `Token ${root} does not exist or is already revoked.`,
    )
  })

  it('allows a new token in a project that had 100 active ones', async () => {
    await cli.query(
      `INSERT INTO admin_tokens (project_id, name, secret_hash)
         SELECT p.id, 'filler', '\\x00' FROM projects p, generate_series(1, 100) WHERE prefix = 'acme'`,
    )
    const create = ['token', 'create', '--project', 'acme']
    await cli.expectFailure(
      create,
      'The project has 100 active tokens, which is the limit. Revoke one: token revoke <id>',
    )
    await cli.query("DELETE FROM admin_tokens WHERE name = 'filler'")
    expect((await cli.json(create)).code).toBe(0)
  })
})

describe('domain remove', () => {
  const HOST = 'go.acme.example'

  it('removes a host from the project that verified it, and from all caches', async () => {
    const [project] = (await cli.query("SELECT id FROM projects WHERE prefix = 'acme'")) as [
      { id: string },
    ]
    await cli.query(
      'INSERT INTO domains (project_id, host, proved_at) VALUES ($1, $2, now()), ($1, $3, now())',
      [project.id, HOST, 'kept.acme.example'],
    )
    const { firstWord } = await cli.listen(LINK_CHANGES_CHANNEL)
    const { code, printed } = await cli.json(['domain', 'remove', 'GO.Acme.example.'])
    expect(code).toBe(0)
    expect(printed).toEqual({
      removed: HOST,
      project_id: project.id,
      name: 'Acme',
      prefix: 'acme',
    })
    expect(parseLinkChange(await firstWord)).toEqual({ projectId: project.id, code: null })
    expect(await cli.query('SELECT host FROM domains')).toEqual([{ host: 'kept.acme.example' }])
    expect(
      await cli.query('SELECT project_id, actor, action FROM audit_entries WHERE target = $1', [
        `domain:${HOST}`,
      ]),
    ).toEqual([{ project_id: project.id, actor: 'cli', action: 'domain.delete' }])
  })

  it('rejects a host that is not verified, and text that is not a host', async () => {
    await cli.query(
      "INSERT INTO domains (project_id, host) SELECT id, $1 FROM projects WHERE prefix = 'acme'",
      [HOST],
    )
    await cli.expectFailure(
      ['domain', 'remove', HOST],
      `No project has proved ${HOST}, so there is nothing to remove. Any project can prove it by its TXT record.`,
    )
    await cli.expectFailure(
      ['domain', 'remove', 'https://go.acme.example/'],
      'https://go.acme.example/ is not a host name such as go.example.com.',
    )
    expect(await cli.query('SELECT 1 FROM domains WHERE host = $1', [HOST])).toHaveLength(1)
  })
})

describe('any command', () => {
  const args = ['project', 'create', '--name', 'Z', '--prefix', 'z']

  it('says what to do if the database is unavailable, unknown or empty, or rejects the password', async () => {
    const closed = await freePort()
    const wrong = cli.withPart('password', 'wrong')
    const cases: [message: string, env: Record<string, string>][] = [
      [
        'is unavailable: check DATABASE_URL and that the server is running',
        { DATABASE_URL: `postgresql://ann@127.0.0.1:${closed}/x` },
      ],
      [
        'has no database of the name in DATABASE_URL: run the migrate command',
        { DATABASE_URL: cli.withPart('pathname', '/nobody') },
      ],
      ['refused the user or the password of DATABASE_URL', { DATABASE_URL: wrong }],
      ['refused the user or the password of DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL: wrong }],
      [
        'has a certificate of an unknown authority: set sslrootcert to the file of the authority in DATABASE_URL',
        { DATABASE_URL: `${cli.database.url}?sslmode=verify-full` },
      ],
    ]
    await Promise.all([
      ...cases.map(([message, env]) => cli.expectFailure(args, `PostgreSQL ${message}`, env)),
      cli.expectFailure(args, 'PostgreSQL: the database is not migrated: run the migrate command', {
        DATABASE_URL: cli.withPart('pathname', '/postgres'),
      }),
    ])
  })

  it('says what to do without a database, and lists all errors of the environment', async () => {
    await cli.expectFailure(
      args,
      'No database: no stack is running on /nowhere. Run "npm start" in another terminal, or set DATABASE_URL.',
      { DATABASE_URL: '' },
    )
    const wrong = await cli.run(args, { DATABASE_URL: 'mysql://x', PORT: 'abc' })
    expect(wrong).toMatchObject({ code: 1, stdout: '' })
    expect(wrong.stderr).toMatch(
      /^error: The environment is invalid:\n {2}DATABASE_URL: .*\n {2}PORT: .*\n$/,
    )
  })

  it('ends without an error when its reader closes the pipe, as head does', async () => {
    const child = spawn(process.execPath, [await builtApp('cli'), '--help'])
    child.stdout.destroy()
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect({ stderr, code: code as unknown }).toEqual({ stderr: '', code: 0 })
  })

  it('rejects an unknown command or option', async () => {
    expect(await cli.runProgram(['destroy'])).toMatchObject({ code: 1, stdout: '' })
    expect(await cli.runProgram(['doctor', '--fast'])).toEqual({
      code: 1,
      stdout: '',
      stderr: "error: unknown option '--fast'\n",
    })
  })
})
