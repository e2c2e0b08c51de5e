import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext } from '../src/context.js'
import { createApiServer } from '../src/server.js'
import { closeServer } from '../src/stop.js'
import type { TestApi } from './harness.js'
import { sendRequest, type TestRequest, type TestResponse } from './send-request.js'

export interface SecondApi {
  /** Its own address. Requests still name the first API's host. */
  url: string
  /** A call as an app of the first API's project makes it. */
  sdk(method: string, path: string, options?: TestRequest): Promise<TestResponse>
  close(): Promise<void>
}

/** Starts another API on the database of the first, with a separate context, like a second process. */
export async function startSecondApi({ config, logs, project }: TestApi): Promise<SecondApi> {
  const directory = await mkdtemp(join(tmpdir(), 'throughline-spool-'))
  const ctx = await createContext(
    { ...config, spool: { ...config.spool, directory } },
    { logger: logs.logger, queue: noQueue() },
  )
  const server = createApiServer(ctx)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a TCP port has an AddressInfo.
  const { port } = server.address() as AddressInfo
  const host = new URL(config.publicUrl).host
  return {
    url: `http://127.0.0.1:${port}`,
    sdk: (method, path, options) =>
      sendRequest(`http://127.0.0.1:${port}${path}`, method, {
        host,
        key: project.key,
        ...options,
      }),
    close: async () => {
      server.closeAllConnections()
      await closeServer(server)
      await ctx.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** A queue that sends nothing: these tests check only rows. */
function noQueue() {
  return {
    enqueue: () => Promise.resolve({ added: 0 }),
    promote: () => Promise.resolve(),
    removeSuperseded: () => Promise.resolve(),
    depth: () => Promise.resolve(0),
    delayed: () => Promise.resolve(0),
    isReady: () => true,
    close: () => Promise.resolve(),
  }
}
