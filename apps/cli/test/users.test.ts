import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { startCli, type TestCli } from './cli.js'

let cli: TestCli
beforeAll(async () => {
  cli = await startCli()
})
beforeEach(() => cli.query('DELETE FROM users'))
afterAll(() => cli.close())

const LINK = /^https:\/\/go\.acme\.com\/admin\/reset#[\w-]{43}$/
const create = (email: string, ...more: string[]) =>
  cli.json(['user', 'create', '--email', email, '--name', 'Ada', ...more])

describe('user create', () => {
  it('prints a link that sets the password, and stores its hash only', async () => {
    const { code, printed } = await create('Ada@Example.com', '--admin')
    expect([code, printed]).toEqual([
      0,
      {
        id: expect.any(Number),
        email: 'ada@example.com',
        is_admin: true,
        url: expect.stringMatching(LINK),
        expires_at: expect.any(String),
      },
    ])
    const minutes = (Date.parse(String(printed['expires_at'])) - Date.now()) / 60_000
    expect(Math.round(minutes)).toBe(60)
    const rows = await cli.query(
      `SELECT *, encode(token_hash, 'escape') AS text FROM one_time_links`,
    )
    expect(JSON.stringify(rows)).not.toContain(String(printed['url']).split('#')[1])
    const notes = await cli.query(`SELECT actor, action, project_id FROM audit_entries`)
    expect(notes).toContainEqual({ actor: 'cli', action: 'user.create', project_id: null })
  })

  it('rejects a taken address, no address and an empty name', async () => {
    await create('ada@example.com')
    const args = (email: string, name: string) => [
      'user',
      'create',
      '--email',
      email,
      '--name',
      name,
    ]
    await cli.expectFailure(args('ADA@example.com', 'x'), /has an account.*user reset ada@/)
    await cli.expectFailure(args('ada', 'x'), /--email ada: must be an address/)
    await cli.expectFailure(args('bob@example.com', ' '), /--name: Enter a name/)
  })
})

describe('user list, reset and remove', () => {
  it('list, reset with and without codes, and remove by id or address', async () => {
    await create('ada@example.com', '--admin')
    const { printed: bob } = await create('bob@example.com')
    const { printed } = await cli.json(['user', 'list'])
    expect(printed['data']).toMatchObject([
      { email: 'bob@example.com', is_admin: false, has_password: false, has_totp: false },
      { email: 'ada@example.com', is_admin: true },
    ])
    const { stdout } = await cli.run(['user', 'list'])
    expect(stdout).toMatch(/^ID +EMAIL +NAME +ADMIN +PASSWORD +CODES +OIDC +CREATED\n/)
    const reset = await cli.json(['user', 'reset', String(bob['id']), '--totp'])
    expect(reset.printed).toMatchObject({
      email: 'bob@example.com',
      url: expect.stringMatching(LINK),
    })
    const links = await cli.query(`SELECT clears_totp FROM one_time_links WHERE user_id = $1`, [
      bob['id'],
    ])
    expect(links).toEqual([{ clears_totp: true }])
    const removed = await cli.json(['user', 'remove', 'BOB@example.com', '--yes'])
    expect(removed.printed).toEqual({ id: bob['id'], email: 'bob@example.com', deleted: true })
    await cli.expectFailure(['user', 'reset', 'bob@example.com'], /No user bob@example\.com exists/)
  })

  it('keep the last administrator and the only owner of a project', async () => {
    await create('ada@example.com', '--admin')
    await cli.expectFailure(['user', 'remove', 'ada@example.com', '--yes'], /only administrator/)
    const { printed } = await create('bob@example.com')
    await cli.query(`INSERT INTO projects (name, prefix) VALUES ('Acme', 'acme')`)
    await cli.query(
      `INSERT INTO project_members (project_id, user_id, role) SELECT id, $1, 'owner' FROM projects`,
      [printed['id']],
    )
    await cli.expectFailure(['user', 'remove', 'bob@example.com', '--yes'], /only owner of acme/)
    await cli.expectFailure(['user', 'remove', 'bob@example.com'], /Confirm it with --yes/)
  })
})

describe('user start-link', () => {
  it('prints a link for the first administrator, and replaces the previous one', async () => {
    const first = await cli.json(['user', 'start-link'])
    expect(first.printed).toEqual({
      url: expect.stringMatching(/^https:\/\/go\.acme\.com\/admin\/start#[\w-]{43}$/),
      expires_at: expect.any(String),
    })
    const minutes = (Date.parse(String(first.printed['expires_at'])) - Date.now()) / 60_000
    expect(Math.round(minutes)).toBe(15)
    const second = await cli.json(['user', 'start-link'])
    expect(second.printed['url']).not.toBe(first.printed['url'])
    const links = await cli.query(
      `SELECT kind, u.email, u.is_admin FROM one_time_links JOIN users u ON u.id = user_id`,
    )
    expect(links).toEqual([{ kind: 'start', email: 'admin@localhost', is_admin: true }])
  })

  it('does not exist in production', async () => {
    const production = { NODE_ENV: 'production' }
    await cli.expectFailure(['user', 'start-link'], /do not exist in production/, production)
    expect(await cli.query('SELECT id FROM users')).toEqual([])
  })
})

describe('doctor', () => {
  it('warns if no user can sign in', async () => {
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'http://go.acme.com' }
    const { printed } = await cli.json(['doctor'], env)
    expect(printed['findings']).toContainEqual({
      check: 'sign-in',
      ok: true,
      warning: true,
      detail: expect.stringContaining('set PUBLIC_URL to the https address'),
    })
    const safe = await cli.json(['doctor'], { NODE_ENV: 'production' })
    expect(safe.printed['findings']).toContainEqual({
      check: 'sign-in',
      ok: true,
      detail: 'possible',
    })
  })
})
