import { generateKeyRingEntry } from '@throughline/core/security/key-ring'
import { freePort } from '@throughline/stack/ports'
import { builtApp } from '@throughline/testkit/built-app'
import { startNode, type NodeProgram } from '@throughline/testkit/node-program'
import { waitFor } from '@throughline/testkit/wait-for'
import { sendRequest, type TestRequest } from './send-request.js'

export const LINK_BASE_HOST = 'links.test'
export const SECRETS_KEYS = generateKeyRingEntry('test')

const running = new Set<NodeProgram>()

/** A separate API process; returns once it listens. `PORT` in `env` decides its port. */
export async function spawnApi(env: Record<string, string>) {
  const port = env['PORT'] ?? String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const program = await startNode([await builtApp('api')], {
    NODE_ENV: 'test',
    SECRETS_KEYS,
    LINK_BASE_HOST,
    PORT: port,
    PUBLIC_URL: url,
    ...env,
  })
  running.add(program)
  void program.ended.then(() => running.delete(program))
  const get = (path: string, options: TestRequest = {}) =>
    sendRequest(`${url}${path}`, 'GET', options)
  return {
    program,
    port,
    url,
    get,
    untilListening: () => program.waitForOutput('API started'),
    /** The text of a probe once it has that status. */
    untilStatus: (path: string, status: number) =>
      waitFor(
        async () => {
          const answer = await get(path).catch(() => null)
          return answer?.status === status && answer.text
        },
        { what: `${path} to answer ${status}` },
      ),
    stop: async () => {
      program.signalGroup('SIGTERM')
      return program.ended
    },
  }
}

/** Ends all processes that a test file has started. */
export async function killSpawnedApis(): Promise<void> {
  const left = [...running]
  for (const program of left) program.signalGroup('SIGKILL')
  await Promise.all(left.map(({ ended }) => ended))
}
