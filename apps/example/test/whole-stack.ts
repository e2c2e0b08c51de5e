import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeScratchHome } from '@throughline/stack/home'
import { freePort } from '@throughline/stack/ports'
import { isPidAlive } from '@throughline/stack/processes'
import { processesOf, startNode, type NodeProgram } from '@throughline/testkit/node-program'
import { waitFor } from '@throughline/testkit/wait-for'

/** All processes of `npm start`. */
export interface WholeStack {
  home: string
  /** Its output. */
  screen: string
  /** The address of the example app, from the welcome screen. */
  exampleUrl: string
  /** A management call as the demo project's owner. @throws Error if the response is not a success */
  owner<Body>(method: string, path: string, body?: unknown): Promise<Body>
  close(): Promise<void>
}

/** Runs `npm start`'s script in a scratch folder, by default on free ports, and waits until everything is ready. */
export async function startWholeStack(ports?: {
  port: number
  workerPort: number
}): Promise<WholeStack> {
  const home = await makeScratchHome()
  const port = ports?.port ?? (await freePort())
  const workerPort = ports?.workerPort ?? (await freePort())
  let program: NodeProgram | null = null
  const close = async () => {
    // It may have ended on its own; then the reason must reach the test.
    if (program !== null && isPidAlive(program.pid)) program.signalGroup('SIGINT')
    await program?.ended
    for (const { pid } of processesOf(home)) process.kill(pid, 'SIGKILL')
    await waitFor(() => processesOf(home).length === 0, { what: 'all processes to end' })
    await rm(home, { recursive: true, force: true })
  }
  try {
    program = await startNode(['scripts/start.mjs'], {
      THROUGHLINE_HOME: home,
      PORT: String(port),
      WORKER_PORT: String(workerPort),
    })
    await waitUntilUp(program)
    const screen = program.stdout()
    return { home, screen, close, ...(await describeStack(screen, { home, port })) }
  } catch (error) {
    await close()
    throw error
  }
}

/** Longer than the usual wait for output, because a first start on a busy machine takes long. */
async function waitUntilUp(program: NodeProgram): Promise<void> {
  const isUp = () => program.stdout().includes('Ctrl-C stops everything.')
  const ended = program.ended.then((how) => {
    throw new Error(`npm start ended (${how}):\n${program.stdout()}\n${program.stderr()}`)
  })
  await Promise.race([waitFor(isUp, { what: 'npm start', timeoutMs: 120_000 }), ended])
}

async function describeStack(
  screen: string,
  { home, port }: { home: string; port: number },
): Promise<Pick<WholeStack, 'exampleUrl' | 'owner'>> {
  const demo = JSON.parse(await readFile(join(home, 'demo.json'), 'utf8')) as Demo
  const exampleUrl = /^ {2}Example app +(\S+)$/m.exec(screen)?.[1]
  if (exampleUrl === undefined) throw new Error(`npm start serves no example app:\n${screen}`)
  const headers = {
    'x-project-key': demo.project_key,
    authorization: `Bearer ${demo.admin_token}`,
    'content-type': 'application/json',
  }
  return {
    exampleUrl,
    owner: async <Body>(method: string, path: string, body?: unknown) => {
      const init = {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }
      const response = await fetch(`http://localhost:${port}${path}`, init)
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return JSON.parse(text) as Body
    },
  }
}

interface Demo {
  project_key: string
  admin_token: string
}
