import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { vector, vectorHeaders } from './signature-vector.js'
import { isOnPath } from './third-parties.js'

const isInstalled = isOnPath('webhook', ['-version'])
const describeWhereInstalled = isInstalled ? describe : describe.skip
const reason = isInstalled ? '' : ' (skipped: apt-get install webhook)'

describeWhereInstalled(`Debian's webhook package as the receiver${reason}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-webhook-'))
  let receiver: ChildProcess
  let url: string

  beforeAll(async () => {
    const hooksFile = join(folder, 'hooks.json')
    writeFileSync(hooksFile, JSON.stringify(hooks()))
    const port = await freePort()
    const options = ['-ip', '127.0.0.1', '-port', String(port), '-hooks', hooksFile]
    receiver = spawn('webhook', options, { stdio: 'ignore' })
    await accepting(port, receiver)
    url = `http://127.0.0.1:${port}/hooks/install`
  })

  afterAll(async () => {
    if (receiver.exitCode === null && receiver.kill()) await once(receiver, 'exit')
    rmSync(folder, { recursive: true })
  })

  const post = async (body: string, signature: string) => {
    const headers = { ...vectorHeaders, 'x-service-signature': signature }
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { ...headers, 'content-type': 'application/json' },
    })
    return { status: response.status, body: await response.text() }
  }

  it('accepts the worked vector by X-Service-Signature', async () => {
    expect(await post(vector.body, vector['x-service-signature'])).toEqual({
      status: 200,
      body: 'accepted',
    })
  })

  it('rejects another body, and another signature', async () => {
    const changed = vector.body.replace('ABC123', 'ABC124')
    // For a wrong HMAC it reports an error of the rule (500), not a mismatch (401).
    for (const [body, signature] of [
      [changed, vector['x-service-signature']],
      [vector.body, '0'.repeat(64)],
    ] as const) {
      const answer = await post(body, signature)
      expect(answer.status).not.toBe(200)
      expect(answer.body).not.toContain('accepted')
    }
  })
})

function hooks(): unknown {
  const parameter = { source: 'header', name: 'X-Service-Signature' }
  return [
    {
      id: 'install',
      'execute-command': '/bin/true',
      'response-message': 'accepted',
      'trigger-rule': { match: { type: 'payload-hmac-sha256', secret: vector.secret, parameter } },
      'trigger-rule-mismatch-http-response-code': 401,
    },
  ]
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a TCP port has an AddressInfo.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function accepting(port: number, receiver: ChildProcess): Promise<void> {
  const deadlineMs = Date.now() + 10_000
  while (receiver.exitCode === null && Date.now() < deadlineMs) {
    if (await isAccepting(port)) return
    await delay(25)
  }
  throw new Error('webhook did not start to listen')
}

function isAccepting(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
