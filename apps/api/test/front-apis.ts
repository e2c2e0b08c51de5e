import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@throughline/stack/ports'
import { createApiServer } from '../src/server.js'
import { closeServer } from '../src/stop.js'
import type { TestApi } from './harness.js'
import { spawnApi } from './spawn-api.js'

/** One of the APIs behind a front. */
export interface FrontApi {
  port: number
  restart: () => Promise<void>
  /** Whether a link was followed, or an install reported, through it since its last start. */
  hasAnswered: (kind: 'link' | 'install') => Promise<boolean>
  close: () => Promise<void>
}

/** As a stop does, in less time: a front may be about to use an idle connection. */
const IDLE_MS = 500

/** Listens on a second port of a test's API, which takes milliseconds to restart. */
export async function startFrontApi({ ctx }: TestApi): Promise<FrontApi> {
  const port = await freePort()
  const seen = { link: false, install: false }
  const start = async () => {
    const server = createApiServer(ctx)
    Object.assign(seen, { link: false, install: false })
    server.on('request', ({ url = '' }) => {
      seen.link ||= url.startsWith('/go')
      seen.install ||= url.endsWith('/installs')
    })
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return server
  }
  let server = await start()
  return {
    port,
    restart: async () => {
      await closeServer(server, IDLE_MS)
      server = await start()
    },
    hasAnswered: (kind) => Promise.resolve(seen[kind]),
    close: () => {
      server.closeAllConnections()
      return closeServer(server)
    },
  }
}

const COUNTERS = { link: 'throughline_link_answers_total', install: 'throughline_installs_total' }
const METRICS_TOKEN = 'a token of at least 16 characters'.replaceAll(' ', '-')

/** Starts a process on the database of a test's API. */
export async function spawnFrontApi({ config, databaseUrl }: TestApi): Promise<FrontApi> {
  const spoolDir = await mkdtemp(join(tmpdir(), 'throughline-spool-'))
  const env = {
    DATABASE_URL: databaseUrl,
    PORT: String(await freePort()),
    PUBLIC_URL: config.publicUrl,
    RATE_LIMITS: JSON.stringify(config.rateLimits),
    SPOOL_DIR: spoolDir,
    TRUST_PROXY: String(config.trustProxyHops),
    METRICS_TOKEN,
    STOP_DELAY_MS: '5000',
  }
  const start = async () => {
    const started = await spawnApi(env)
    await started.untilStatus('/readyz/links', 200).catch((e: unknown) => {
      throw new Error(started.program.stdout() + started.program.stderr(), { cause: e })
    })
    return started
  }
  let api = await start()
  return {
    port: Number(env.PORT),
    restart: async () => {
      const code = await api.stop()
      if (code !== 0) throw new Error(`The API ended with ${code}`)
      api = await start()
    },
    hasAnswered: async (kind) => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
      const { text } = await api.get('/metrics', { host: new URL(config.publicUrl).host, headers })
      return new RegExp(`^${COUNTERS[kind]}\\{.*\\} [1-9]`, 'm').test(text)
    },
    close: async () => {
      await api.stop()
      await rm(spoolDir, { recursive: true, force: true })
    },
  }
}
