import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { freePort } from '@throughline/stack/ports'
import { processesOf, runNode, startNode } from '@throughline/testkit/node-program'
import { waitFor } from '@throughline/testkit/wait-for'

type Report = { ok: boolean; timeline: { atMs: number; title: string; lines: string[] }[] }

/** The rehearsal's scratch folder, by which the tests recognize its processes. */
let folder: string

/** The folder in which tsx caches compiled files. */
const COMPILED = `tsx-${process.geteuid?.() ?? ''}`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-rehearsal-'))
  // Files that other tests have compiled are reused.
  await mkdir(join(tmpdir(), COMPILED), { recursive: true })
  await symlink(join(tmpdir(), COMPILED), join(folder, COMPILED))
  // If root runs this, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711)
})
afterEach(async () => {
  for (const { pid } of processesOf(folder)) process.kill(pid, 'SIGKILL')
  await waitFor(() => processesOf(folder).length === 0, { what: 'the killed processes to end' })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const args = (...more: string[]) => [
  'scripts/run.mjs',
  'apps/cli/src/index.ts',
  'rehearse',
  ...more,
]

async function expectNothingLeft(): Promise<void> {
  expect(processesOf(folder)).toEqual([])
  const left = await readdir(folder)
  expect(left.filter((name) => !name.startsWith('tsx-'))).toEqual([])
}

const OWNER_AND_APP = [
  'the owner creates a campaign',
  'the owner creates a deep link in it',
  'a visitor taps the ad on a phone',
  'the app is installed and opened with the referrer from Google Play',
]

describe('rehearse', () => {
  it('runs all steps on a separate stack, and removes it', async () => {
    const startedMs = performance.now()
    const { code, stdout, stderr } = await runNode(args('--json'), { TMPDIR: folder })
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
    process.stderr.write(`npm run rehearse took ${seconds} s\n`)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { ok, timeline } = JSON.parse(stdout) as Report
    expect(ok).toBe(true)
    expect(timeline.map(({ title }) => title)).toEqual([
      'a temporary stack starts: PostgreSQL, API, worker',
      'the owner creates a webhook',
      ...OWNER_AND_APP,
      'the receiver receives the signed webhook',
      'independent implementations verify the signatures',
      'the API returns the same bytes and shows the delivery',
      'the owner creates a webhook',
      ...OWNER_AND_APP,
      'the failing receiver receives 4 attempts',
      'the delivery fails, and every attempt is recorded',
      'the receiver works again; the owner resends the delivery',
      'the temporary stack stops',
    ])
    for (const [index, { atMs }] of timeline.entries())
      expect(atMs).toBeGreaterThanOrEqual(timeline[index - 1]?.atMs ?? 0)
    await expectNothingLeft()
  })

  it('removes everything that it started if it is interrupted', async () => {
    const program = await startNode(args(), { TMPDIR: folder })
    await program.waitForOutput('a temporary stack starts')
    program.signalGroup('SIGINT')
    expect(await program.ended).toBe(1)
    expect(program.stderr()).toContain('error: Interrupted by SIGINT')
    expect(program.stdout()).toContain('The rehearsal failed.')
    await expectNothingLeft()
  })

  it('removes a partly started stack if it is interrupted', async () => {
    const program = await startNode(args(), { TMPDIR: folder })
    await waitFor(
      () => processesOf(folder).some(({ command }) => command.includes('postgres -D')),
      { what: 'its PostgreSQL to start' },
    )
    program.signalGroup('SIGINT')
    expect(await program.ended).toBe(1)
    await expectNothingLeft()
  })
})

describe('rehearse --against an installation that violates the contract', () => {
  const known = {
    THROUGHLINE_PROJECT_KEY: '00000000-0000-4000-8000-000000000000',
    THROUGHLINE_ADMIN_TOKEN: '1|none',
    THROUGHLINE_LINK_HOST: 'demo.localhost',
  }

  /** Responds to every request with that status and an object that is accepted as any record. */
  async function rehearseAgainst(status: number, ...more: string[]) {
    const server = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end('{"id": 1, "code": "AAAAAAA", "secret": "whsec_AAAA"}')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    try {
      return await runNode(args('--against', `http://127.0.0.1:${port}`, ...more), known)
    } finally {
      server.close()
    }
  }

  it('fails at a webhook that is neither created nor rejected', async () => {
    const { code, stdout, stderr } = await rehearseAgainst(200, '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ ok: false })
    expect(JSON.parse(stderr)).toEqual({
      error: expect.stringMatching(
        /^Contract violation: POST \/api\/webhooks must accept \(201\) or reject \(422\) a receiver on this machine, but returned 200: /,
      ),
    })
  })

  it('continues without the delivery if a receiver on this machine is rejected', async () => {
    const { stdout } = await rehearseAgainst(422)
    expect(stdout).toContain('The installation rejects a receiver on this machine (422)')
    expect(stdout).toContain('start it with DELIVERY_ALLOW_LOOPBACK=true')
    expect(stdout).toContain('the owner creates a campaign')
  })

  it('fails at a link that is created but leads nowhere', async () => {
    const { code, stdout, stderr } = await rehearseAgainst(201, '--json')
    expect(code).toBe(1)
    const { ok, timeline } = JSON.parse(stdout) as Report
    expect(ok).toBe(false)
    expect(timeline.at(-1)?.title).toBe('the owner creates a deep link in it')
    expect(JSON.parse(stderr)).toEqual({
      error: expect.stringMatching(
        /^Contract violation: a deep link must return the landing page to a phone, but returned 201/,
      ),
    })
  })

  it('fails if nothing responds, and if the project is unknown', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const [away, unknown] = await Promise.all([
      runNode(args('--against', url), known),
      runNode(args('--against', url), { THROUGHLINE_HOME: folder }),
    ])
    expect(away.code).toBe(1)
    expect(away.stderr).toContain('ECONNREFUSED')
    expect(unknown.code).toBe(1)
    expect(unknown.stderr).toContain('Set THROUGHLINE_PROJECT_KEY, THROUGHLINE_ADMIN_TOKEN')
  })
})
