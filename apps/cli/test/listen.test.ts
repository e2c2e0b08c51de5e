import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { freePort } from '@throughline/stack/ports'
import { builtApp, builtApps } from '@throughline/testkit/built-app'
import { startInstallation, type Installation } from '@throughline/testkit/installation'
import { createProject, type ProjectAccess } from '@throughline/testkit/installation/project'
import { startNode, type NodeProgram } from '@throughline/testkit/node-program'
import { waitFor } from '@throughline/testkit/wait-for'
import { verify } from '../../../packages/webhooks/src/verify.js'
import { startCli, type TestCli } from './cli.js'

let cli: TestCli
let installation: Installation
let project: ProjectAccess
let publicUrl: string
beforeAll(async () => {
  cli = await startCli()
  installation = await startInstallation({
    apis: 1,
    workers: 1,
    databaseUrl: cli.database.url,
    programs: { folder: await builtApps() },
    env: { DELIVERY_ALLOW_NETS: '', DELIVERY_ALLOW_LOOPBACK: 'true' },
  })
  project = await createProject(installation, { name: 'Demo', prefix: 'demo' })
  publicUrl = installation.env['PUBLIC_URL'] ?? ''
})
afterAll(async () => {
  await installation.close()
  await cli.close()
})

const headers = () => ({
  'x-project-key': project.projectKey,
  authorization: `Bearer ${project.adminToken}`,
})

async function ask(method: string, path: string) {
  const response = await fetch(`${publicUrl}${path}`, { method, headers: headers() })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function start(...args: string[]): Promise<NodeProgram> {
  const env = { DATABASE_URL: cli.database.url, PUBLIC_URL: publicUrl }
  return startNode([await builtApp('cli'), 'listen', ...args], env)
}

type Printed = Record<string, unknown> & { answer: object; webhook_id: number }

/** The webhook that `listen --json` printed, with its secret. */
async function webhookOf(program: NodeProgram) {
  await waitFor(() => program.stderr().includes('\n'), { what: 'the webhook' })
  return JSON.parse(program.stderr()) as { id: number; url: string; secret: string }
}

async function stop(program: NodeProgram): Promise<void> {
  program.signalGroup('SIGINT')
  expect(await program.ended).toBe(0)
}

const webhooksLeft = async () => (await ask('GET', '/api/webhooks')).body['data'] as object[]

describe('listen', () => {
  it('prints a verified delivery, and deletes its webhook and its tokens at the end', async () => {
    const program = await start()
    await program.waitForOutput('Ctrl-C: stop')
    const [, id = ''] = /^Webhook (\d+) of the project demo/.exec(program.stdout()) ?? []
    expect(await ask('POST', `/api/webhooks/${id}/test`)).toMatchObject({ status: 202 })
    await program.waitForOutput('answered')
    const lines = program.stdout().split('\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^\d\d:\d\d:\d\d {2}install_attributed, attempt 1 \(test\)$/),
        expect.stringMatching(/^ +payload +matched=true dyna_code="/),
        expect.stringMatching(/^ +webhook-signature +valid$/),
        expect.stringMatching(/^ +X-Service-Signature +valid$/),
        expect.stringMatching(/^ +answered +204$/),
      ]),
    )
    await stop(program)
    expect(program.stdout()).toContain(`Webhook ${id} is deleted. Deliveries received: 1.`)
    expect(await webhooksLeft()).toEqual([])
    const tokens = await cli.query('SELECT name FROM admin_tokens WHERE revoked_at IS NULL')
    expect(tokens).toEqual([{ name: 'Demo' }])
  })

  it('forwards the raw request to a server that verifies it, and returns its answer', async () => {
    let secret = ''
    const server = createServer((request, response) => {
      void buffer(request).then((body) => {
        const { deliveryId } = verify(body, request.headers, secret, { requireTimestamp: true })
        response.writeHead(202, { 'content-type': 'text/plain' }).end(`stored ${deliveryId}`)
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    const program = await start('--json', '--forward', url)
    try {
      const webhook = await webhookOf(program)
      secret = webhook.secret
      const sent = await ask('POST', `/api/webhooks/${webhook.id}/test`)
      await program.waitForOutput('\n')
      const printed = JSON.parse(program.stdout()) as Printed
      const delivery = String(sent.body['delivery_id'])
      expect(printed).toMatchObject({
        event: 'install_attributed',
        webhook_id: webhook.id,
        delivery_id: delivery,
        attempt: 1,
        trigger: 'test',
        is_test: true,
        payload: { matched: true },
        signatures: {
          'webhook-signature': { valid: true, reason: null },
          'X-Service-Signature': { valid: true, reason: null },
        },
        answer: { status: 202, forwarded_to: url, error: null },
      })
      await waitFor(
        async () => {
          const { body } = await ask('GET', `/api/deliveries/${delivery}`)
          return JSON.stringify(body).includes(`stored ${delivery}`)
        },
        { what: 'the response of the server in the attempt' },
      )
    } finally {
      server.close()
      server.closeAllConnections()
      await stop(program)
    }
  })

  it('listens on all addresses with --url, which is the URL of the webhook', async () => {
    const port = await freePort()
    const url = `http://localhost:${port}/hook`
    const program = await start('--json', '--port', String(port), '--url', url)
    const webhook = await webhookOf(program)
    expect(webhook.url).toBe(url)
    const reply = await fetch(`http://127.0.0.2:${port}/hook`, { method: 'POST' })
    expect(reply.status).toBe(204)
    await ask('POST', `/api/webhooks/${webhook.id}/test`)
    await program.waitForOutput('"trigger":"test"')
    await stop(program)
  })

  it('responds 502 while that server is unavailable, fails on request, and keeps the webhook if requested', async () => {
    const away = await start('--json', '--forward', 'http://127.0.0.1:9/hook')
    const failing = await start('--json', '--fail', '503', '--keep')
    for (const program of [away, failing])
      await ask('POST', `/api/webhooks/${(await webhookOf(program)).id}/test`)
    await Promise.all([away, failing].map((program) => program.waitForOutput('\n')))
    const [first, second] = [away, failing].map(
      (program) => JSON.parse(program.stdout()) as Printed,
    )
    expect(first?.answer).toMatchObject({
      status: 502,
      error: expect.stringContaining('ECONNREFUSED'),
    })
    expect(second?.answer).toMatchObject({ status: 503, forwarded_to: null, error: null })
    await Promise.all([away, failing].map(stop))
    expect(await webhooksLeft()).toMatchObject([{ id: second?.webhook_id }])
  })

  it.each([
    ['a project that does not exist', ['--project', 'none'], /^error: No project none exists/],
    ['events that do not exist', ['--events', 'nonsense'], /must be install_attributed/],
    ['a status that is no failure', ['--fail', '204'], /^error: --fail: must be a number from 300/],
    ['a URL without http', ['--forward', 'localhost:1'], /^error: --forward: must be a URL/],
  ])('rejects %s', async (_what, args, message) => {
    const program = await start(...args)
    expect(await program.ended).toBe(1)
    expect(program.stderr()).toMatch(message)
  })
})
