import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { codeBlocks, readPage } from '@throughline/testkit/markdown'
import { packPackage, type PackedPackage } from '@throughline/testkit/packed-package'
import { startTestReceiver, type ReceivedRequest } from '@throughline/testkit/receiver'
import { envWith } from '@throughline/testkit/test-env'
import { waitFor } from '@throughline/testkit/wait-for'
import { createHarness, type Harness } from './harness.js'

const BLOCKS = codeBlocks(readPage('docs/guides/receive-webhooks.md'))
const PAYLOAD = '{"matched":true,"dyna_code":"ABC123","campaign_name":"Été 2026"}'

/** A program of the page: its heading, and how it is run. */
interface Program {
  heading: string
  file: string
  /** Fails if the language or one of its packages is missing on this machine. */
  isThere: readonly [string, ...string[]]
  run: (file: string, port: number) => readonly [string, ...string[]]
}

const node = (file: string) => [process.execPath, file] as const
const PROGRAMS: Program[] = [
  { heading: 'Node', file: 'receiver.mjs', isThere: ['node', '--version'], run: node },
  {
    heading: 'Node without a package',
    file: 'receiver.mjs',
    isThere: ['node', '--version'],
    run: node,
  },
  {
    heading: 'Python',
    file: 'receiver.py',
    isThere: ['python3', '--version'],
    run: (file) => ['python3', file],
  },
  {
    heading: 'PHP',
    file: 'receiver.php',
    isThere: ['php', '--version'],
    run: (file, port) => ['php', '-S', `127.0.0.1:${port}`, file],
  },
  {
    heading: 'Go',
    file: 'receiver.go',
    isThere: ['go', 'version'],
    run: (file) => ['go', 'run', file],
  },
  {
    heading: 'Ruby',
    file: 'receiver.rb',
    isThere: ['ruby', '-e', 'require "webrick"'],
    run: (file) => ['ruby', file],
  },
]

const isOnMachine = ([program, ...args]: Program['isThere']) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0

let harness: Harness
let packed: PackedPackage

beforeAll(async () => {
  ;[harness, packed] = await Promise.all([createHarness(), packPackage('webhooks')])
})

afterAll(async () => {
  await Promise.all([harness.stopWorkers().then(() => harness.drop()), packed.remove()])
})

it('the page has a program in every language that is run here, and no other', () => {
  const complete = BLOCKS.filter(({ code }) => /^(?:<\?php\n)?(?:\/\/|#) receiver\./.test(code))
  expect(complete.map(({ heading }) => heading)).toEqual(PROGRAMS.map(({ heading }) => heading))
})

describe.each(PROGRAMS)('the receiver in $heading', (program) => {
  const isThere = isOnMachine(program.isThere)
  const test = isThere ? it : it.skip
  const reason = isThere ? '' : ` (skipped: "${program.isThere.join(' ')}" fails on this machine)`

  test(`accepts a real delivery and rejects a forged one${reason}`, async () => {
    await usingProgram(program, async ({ secretOf, post, printed }) => {
      const answers: number[] = []
      const front = await startTestReceiver({
        respond: (request) => (response) => {
          const passOn = async () => {
            const status = await post(request)
            answers.push(status)
            response.writeHead(status).end()
          }
          passOn().catch(() => response.destroy())
        },
      })
      try {
        const worker = await harness.start({ ca: [front.caPem] })
        const webhook = await harness.addWebhook(front.url('/throughline'))
        await secretOf(webhook.secret)
        const id = await harness.deliver(worker, webhook, PAYLOAD)
        await harness.waitForState(webhook, id, 'succeeded')
        expect(answers).toEqual([204])
        await waitFor(() => printed().includes(`${id} `), { what: 'the program to print the id' })
        expect(printed()).toContain('ABC123')

        const [delivery] = front.requests
        if (delivery === undefined) throw new Error('no request came')
        expect(await post(delivery)).toBe(204)
        const forgeries = [...forgeriesOf(delivery), ...staleCopies(delivery, webhook.secret)]
        for (const forged of forgeries) expect([400, 401]).toContain(await post(forged))
      } finally {
        await harness.stopWorkers()
        await front.close()
      }
    })
  })
})

describe('the functions for X-Service-Signature', () => {
  const blocks = BLOCKS.filter(({ heading }) => heading === 'Only X-Service-Signature')
  const secret = 'whsec_c2VjcmV0'
  const signature = createHmac('sha256', secret).update(PAYLOAD).digest('hex')
  const wrong = [
    '',
    'zz',
    signature.slice(2),
    signature.replace(/./, (c) => (c === '0' ? '1' : '0')),
  ]
  const CALLS: Record<string, (given: string) => readonly [string, ...string[]]> = {
    js: (given) => {
      const values = [PAYLOAD, { 'x-service-signature': given }, secret]
      const call = `hasServiceSignature(...${JSON.stringify(values)})`
      return [
        process.execPath,
        '--input-type=module',
        '-e',
        `${codeOf('js')}\nconsole.log(${call})`,
      ]
    },
    python: (given) => {
      const values = `${JSON.stringify(PAYLOAD)}.encode(), {"x-service-signature": "${given}"}, "${secret}"`
      return ['python3', '-c', `${codeOf('python')}\nprint(has_service_signature(${values}))`]
    },
  }
  const codeOf = (language: string) => blocks.find((one) => one.language === language)?.code ?? ''
  const accepts = (language: string, given: string) => {
    const [program, ...args] = CALLS[language]?.(given) ?? ['']
    return spawnSync(program, args, { encoding: 'utf8' }).stdout.trim().toLowerCase()
  }

  it.each(['js', 'python'])('accepts only the right signature in %s', (language) => {
    expect(accepts(language, signature)).toBe('true')
    for (const given of wrong)
      expect({ given, is: accepts(language, given) }).toEqual({ given, is: 'false' })
  })

  it('are all run here', () => {
    expect(blocks.map(({ language }) => language)).toEqual(['js', 'python'])
  })
})

/** The delivery with another body, id, time, or signature. */
function forgeriesOf(delivery: ReceivedRequest): ReceivedRequest[] {
  const withHeader = (name: string, value: string) => ({
    ...delivery,
    headers: { ...delivery.headers, [name]: value },
  })
  const sentAt = Number(delivery.headers['webhook-timestamp'])
  return [
    { ...delivery, body: Buffer.from(delivery.body.toString().replace('ABC123', 'ABC124')) },
    withHeader('webhook-id', '0190a0a0-0000-7000-8000-000000000001'),
    withHeader('webhook-timestamp', String(sentAt - 301)),
    withHeader('webhook-timestamp', 'now'),
    withHeader('webhook-signature', 'v1,c2hvcnQ='),
    withHeader('webhook-signature', ''),
  ]
}

/** The delivery, validly signed, with times that a receiver must reject. */
function staleCopies(delivery: ReceivedRequest, secret: string): ReceivedRequest[] {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return [-310, 310].map((seconds) => {
    const timestamp = String(Math.floor(Date.now() / 1_000) + seconds)
    const signed = `${String(delivery.headers['webhook-id'])}.${timestamp}.`
    const digest = createHmac('sha256', key).update(signed).update(delivery.body).digest('base64')
    const signature = `v1,${digest}`
    const headers = { 'webhook-timestamp': timestamp, 'webhook-signature': signature }
    return { ...delivery, headers: { ...delivery.headers, ...headers } }
  })
}

interface RunningProgram {
  /** Starts it with this secret. */
  secretOf: (secret: string) => Promise<void>
  /** Forwards a request to it; returns the status of its response. */
  post: (request: ReceivedRequest) => Promise<number>
  printed: () => string
}

async function usingProgram(
  { heading, file, run }: Program,
  work: (running: RunningProgram) => Promise<void>,
): Promise<void> {
  const code = BLOCKS.find((block) => block.heading === heading)?.code ?? ''
  // Beside the installed package, which one of the programs imports.
  const folder = mkdtempSync(join(packed.project, 'receiver-'))
  const path = join(folder, file)
  writeFileSync(path, code)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  let child: ChildProcess | null = null
  let output = ''
  const secretOf = async (secret: string) => {
    const [command, ...args] = run(path, port)
    const env = envWith({ PORT: String(port), THROUGHLINE_WEBHOOK_SECRET: secret })
    // In a separate process group, because `go run` starts the program as a child.
    child = spawn(command, args, { cwd: folder, env, detached: true })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const isListening = () => fetch(origin, { method: 'POST' }).then(() => true)
    await waitFor(isListening, { what: `the receiver in ${heading}` })
  }
  try {
    await work({ secretOf, post: (request) => post(origin, request), printed: () => output })
  } finally {
    await end(child)
    rmSync(folder, { recursive: true })
  }
}

async function post(origin: string, { path, headers, body }: ReceivedRequest): Promise<number> {
  const sent = Object.entries(headers).filter(
    ([name]) => !['host', 'connection', 'content-length'].includes(name),
  )
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: sent.map(([name, value]) => [name, String(value)]),
    body: new Uint8Array(body),
  })
  await response.arrayBuffer()
  return response.status
}

async function end(child: ChildProcess | null): Promise<void> {
  if (child?.pid === undefined || child.exitCode !== null) return
  const exited = once(child, 'exit')
  process.kill(-child.pid, 'SIGKILL')
  await exited
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
