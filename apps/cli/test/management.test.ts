import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startStack, type TestStack } from './stack.js'

/** One stack for every command that needs a running API and worker. */
let stack: TestStack
beforeAll(async () => {
  stack = await startStack()
  await stack.json('project', 'create', '--name', 'Acme', '--prefix', 'acme')
  await stack.cli.query(
    `INSERT INTO links (project_id, code, actual_url, is_deeplink, android_url, ios_url, updated_at)
       SELECT id, code, 'https://shop.example.com/', is_deeplink, 'https://play.google.com/store/apps/details?id=com.acme',
              'https://apps.apple.com/app/id1', now()
         FROM projects, (VALUES ('SALE', true), ('PLAIN', false)) AS l(code, is_deeplink)`,
  )
})
afterAll(() => stack.close())

const json = (...args: string[]) => stack.json(...args)

const expectFailure = async (args: string[], message: string | RegExp) => {
  const stderr: unknown =
    typeof message === 'string' ? `error: ${message}\n` : expect.stringMatching(message)
  expect(await stack.run(...args)).toEqual({ code: 1, stdout: '', stderr })
}

describe('simulate', () => {
  const simulate = (...more: string[]) => json('simulate', '--link', 'SALE', ...more)
  const counts = async () => {
    const [row] = await stack.cli.query(
      `SELECT (SELECT count(*) FROM clicks) AS clicks, (SELECT count(*) FROM visits) AS visits,
              (SELECT count(*) FROM attributions) AS attributions, (SELECT sum(clicked_count) FROM links) AS counted`,
    )
    return row
  }

  it('simulates an Android install with its referrer, and says how to receive webhooks', async () => {
    const { stdout, stderr, code } = await stack.cli.runProgram(
      ['simulate', '--link', 'SALE', '--platform', 'android', '--gclid', 'G1'],
      { ...stack.env, TERM: 'xterm-256color' },
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).not.toContain('\u001B')
    for (const line of [
      'the phone opens the link',
      'GET /SALE?gclid=G1 on acme.links.test',
      'the landing page reports the device',
      '7 min pass: the click is moved back',
      'matched by referrer, confidence 1',
      'Matched: the install referrer carried the verified token of this click.',
      'No webhook is active. Receive them in this terminal: npm run -s cli -- listen --project acme',
    ])
      expect(stdout).toContain(line)
    expect(await counts()).toEqual({ clicks: '0', visits: '0', attributions: '0', counted: '0' })
  })

  it('simulates an iPhone install with its signals, repeatedly', async () => {
    for (const browser of ['safari', 'safari', 'instagram']) {
      const { click, install } = await simulate('--platform', 'ios', '--browser', browser)
      expect(install).toMatchObject({
        is_test: true,
        matched: true,
        match_type: 'fingerprint',
        reason: null,
        candidates: [{ click_id: (click as { id: string }).id, verdict: 'claimed' }],
        notes: ['visitors: 1'],
      })
    }
  })

  it('says why an install is not matched', async () => {
    const late = await simulate('--platform', 'ios', '--minutes', '180')
    expect(late['install']).toMatchObject({ matched: false, reason: 'expired' })
    const organic = await json('simulate', '--platform=android', '--organic', '--project=acme')
    expect(organic).toMatchObject({
      click: null,
      deliveries: [],
      install: { matched: false, reason: 'no_candidate' },
    })
    const plain = await json('simulate', '--link', 'PLAIN', '--platform', 'ios')
    expect(plain['install']).toMatchObject({ matched: false, reason: 'no_candidate' })
  })

  it('requires --yes in production, and rejects what it cannot simulate', async () => {
    const { cli, env } = stack
    const production = { ...env, NODE_ENV: 'production' }
    const args = ['simulate', '--link', 'SALE', '--platform', 'ios']
    const refusal = `${env['PUBLIC_URL'] ?? ''} runs in production. A simulation is not counted, but it may send test webhooks to real receivers. Confirm it with --yes.`
    await cli.expectFailure(args, refusal, production)
    expect((await cli.json([...args, '--yes'], production)).code).toBe(0)
    await expectFailure([...args, '--link', 'NONE'], 'No project has a link NONE.')
    await expectFailure(
      ['simulate', '--link', 'SALE', '--platform', 'android', '--browser', 'safari'],
      '--browser: safari does not run on android.',
    )
    const minutes = [...args, '--minutes', '-1']
    expect((await cli.runProgram(minutes, env)).stderr).toContain('Use minutes from 0 to 50000.')
  })
})

describe('commands that call the API', () => {
  let webhook: string
  const rows = (printed: Record<string, unknown>) => printed['data'] as Record<string, unknown>[]
  const table = async (...args: string[]) => {
    const { code, stdout, stderr } = await stack.run(...args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return stdout
  }

  it('create, list and archive links and campaigns', async () => {
    const campaign = await json('campaign', 'create', '--name', 'Summer', '--utm-source', 'google')
    expect(campaign).toMatchObject({ name: 'Summer', status: 'draft', utm_source: 'google' })
    expect(await table('campaign', 'list')).toMatch(
      /^ID +STATUS +NAME +SOURCE +MEDIUM +CAMPAIGN\n\d+ +draft +Summer +google +– +–\n$/,
    )
    const made = ['--url', 'https://shop.example.com/x', '--code', 'NEW']
    const link = await json('link', 'create', ...made, '--campaign', String(campaign['id']))
    expect(link).toMatchObject({ code: 'NEW', campaign_name: 'Summer', is_deeplink: false })
    expect(await json('link', 'show', 'NEW')).toMatchObject({ id: link['id'] })
    expect(await table('link', 'list')).toMatch(/^NEW +0 +Summer +– +http:\S+ +https:\S+$/m)
    const archive = ['link', 'archive', 'NEW']
    await expectFailure(archive, `Archive ${String(link['short_url'])}? Confirm it with --yes.`)
    expect(await json(...archive, '--yes')).toMatchObject({ deleted: true })
    expect(rows(await json('link', 'list', '--status', 'archived'))).toMatchObject([
      { code: 'NEW' },
    ])
  })

  it('create, test, pause and resume a webhook', async () => {
    const made = await json('webhook', 'create', '--url', stack.receiver.url('/hook'))
    expect(made).toMatchObject({ is_active: true, secret: expect.stringMatching(/^whsec_/) })
    webhook = String(made['id'])
    const { delivery_id: id } = await json('webhook', 'test', webhook)
    const [request] = await stack.receiver.waitForRequests(1)
    expect(request?.headers['webhook-id']).toBe(id)
    expect(await json('webhook', 'pause', webhook)).toMatchObject({ is_active: false })
    expect(await table('webhook', 'list')).toMatch(/^ID +ACTIVE +EVENTS .*\n\d+ +no +install_att/)
    await json('webhook', 'resume', webhook)
    expect(await json('webhook', 'show', webhook)).toMatchObject({ is_active: true })
    await expectFailure(['webhook', 'create', '--url', 'ftp://example.com'], /\n {2}url: /)
  })

  it('simulate: print the deliveries of the simulated install', async () => {
    const played = await json('simulate', '--link', 'SALE', '--platform', 'ios')
    expect(played).toMatchObject({
      advice: null,
      install: { matched: true },
      deliveries: [{ webhook_id: Number(webhook), state: 'succeeded', result: '200' }],
    })
    const test = stack.receiver.requests.at(-1)?.headers['x-service-test']
    expect(test).toBe('true')
    expect(await table('install', 'list', '--limit', '1')).toMatch(
      /^INSTALL +PLATFORM .*\n[-0-9a-f]{36} +ios +fingerprint +0\.\d+ +– +SALE +yes +\S+Z\n$/,
    )
  })

  it('list, show and resend deliveries, and replay them', async () => {
    const [newest, ...older] = rows(await json('delivery', 'list', '--state', 'succeeded'))
    expect(older).toHaveLength(1)
    const id = String(newest?.['id'])
    await json('delivery', 'resend', id)
    await stack.receiver.waitForRequests(3)
    expect(await table('delivery', 'show', id)).toMatch(/\nATTEMPT +TRIGGER [^]*\n2 +resend /)
    const range = ['--since', '2020-01-01T00:00:00Z', '--until', '2999-01-01T00:00:00Z']
    const all = ['replay', 'create', ...range, '--state', 'all']
    expect(await json(...all, '--dry-run')).toMatchObject({ id: null, count: 2 })
    const started = await json(...all)
    await stack.receiver.waitForRequests(5)
    expect(await json('replay', 'show', String(started['id']))).toMatchObject({ count: 2 })
  })

  it('delete a webhook, and keep no token', async () => {
    expect(await json('webhook', 'delete', webhook, '--yes')).toMatchObject({ deleted: true })
    expect(rows(await json('webhook', 'list'))).toEqual([])
    expect(rows(await json('token', 'list'))).toMatchObject([{ name: 'first token' }])
  })

  it("print the API's error, and say if the API does not respond", async () => {
    await expectFailure(
      ['link', 'show', 'NONE'],
      /^error: The record does not exist in this project\./,
    )
    const away = { ...stack.env, PUBLIC_URL: 'http://127.0.0.1:1' }
    const message = 'http://127.0.0.1:1 does not respond; is it running?'
    await stack.cli.expectFailure(['link', 'list'], message, away)
  })
})

describe('project commands', () => {
  it('list, show, rename and delete a project with all its data', async () => {
    await json('simulate', '--link', 'SALE', '--platform', 'ios')
    await json('project', 'create', '--name', 'Other', '--prefix', 'other')
    await expectFailure(
      ['link', 'list'],
      'There are several projects: acme, other. Name one with --project.',
    )
    expect(await json('project', 'rename', 'acme', 'Acme Ltd')).toMatchObject({ name: 'Acme Ltd' })
    expect(await json('project', 'show', 'acme')).toMatchObject({
      prefix: 'acme',
      name: 'Acme Ltd',
      hosts: ['acme.links.test'],
    })
    const remove = ['project', 'delete', 'acme']
    await expectFailure(
      remove,
      'Permanently delete project acme (Acme Ltd) with everything in it? Confirm it with --yes.',
    )
    expect(await json(...remove, '--yes')).toMatchObject({ deleted: true, links: 3, deliveries: 2 })
    expect((await json('project', 'list'))['data']).toMatchObject([{ prefix: 'other' }])
    const left = `SELECT (SELECT count(*) FROM installs) + (SELECT count(*) FROM deliveries) + (SELECT count(*) FROM events)
      + (SELECT count(*) FROM delivery_attempts) + (SELECT count(*) FROM webhooks) + (SELECT count(*) FROM links) AS rows`
    expect(await stack.cli.query(left)).toEqual([{ rows: '0' }])
  })
})
