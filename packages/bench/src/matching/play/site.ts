import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { Pool } from 'undici'
import { generateKeyRingEntry } from '@throughline/core/security/key-ring'
import { migrateDatabase } from '@throughline/db/migrations/migrate'
import { migrateQueue } from '@throughline/queue/migrate'
import { makeScratchHome } from '@throughline/stack/home'
import { freePort } from '@throughline/stack/ports'
import { startPostgres } from '@throughline/stack/postgres'
import { waitFor } from '@throughline/testkit/wait-for'
import { buildBundle } from '../../rig/build-bundle.js'
import { stopProcess } from '../../rig/child.js'
import type { ProjectName } from '../world/episode.js'
import { insertProjects, type Project } from './insert-projects.js'

/** PostgreSQL as `npm start` has it and two API processes from the bundle that is shipped. */
export interface Site {
  databaseUrl: string
  pool: pg.Pool
  projects: Record<ProjectName, Project>
  api: Api
  /** A second process on the same database. */
  otherApi: Api
  close(): Promise<void>
}

export interface Api {
  http: Pool
  /** Of PUBLIC_URL. */
  host: string
  port: number
  pid: number
}

export const LINK_BASE_HOST = 'links.test'
/** Kept open by the bench, for each process. */
const CONNECTIONS = 256

/** @param databaseUrl of a migrated database; without it a server is started, and stopped at the end */
export async function startSite(databaseUrl?: string): Promise<Site> {
  const home = await makeScratchHome()
  const undo: (() => Promise<unknown>)[] = [() => rm(home, { recursive: true, force: true })]
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const url = databaseUrl ?? (await startDatabase(home, undo))
    const pool = new pg.Pool({ connectionString: url, max: 8 })
    // The server may end first what the pool is just closing.
    pool.on('error', () => undefined)
    undo.push(() => pool.end())
    const projects = await insertProjects(pool)
    const main = await buildBundle('api', home)
    const keys = generateKeyRingEntry('bench')
    const start = (name: string) => startApi({ main, url, keys, spool: join(home, name), undo })
    const api = await start('spool')
    const otherApi = await start('other-spool')
    return { databaseUrl: url, pool, projects, api, otherApi, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startDatabase(home: string, undo: (() => Promise<unknown>)[]): Promise<string> {
  const server = await startPostgres({ dataDir: join(home, 'postgres') })
  undo.push(() => server.stop())
  const databaseUrl = server.url('bench')
  await migrateDatabase({ databaseUrl })
  await migrateQueue({ databaseUrl })
  return databaseUrl
}

export interface ApiSettings {
  main: string
  url: string
  /** Without it the queue is in PostgreSQL. */
  redisUrl?: string
  keys: string
  spool: string
  undo: (() => Promise<unknown>)[]
}

/** Nobody is limited, since one caller plays thousands of people. */
const NO_LIMITS = JSON.stringify({
  management: 0,
  sdk: 0,
  sdk_writes: 0,
  unknown_codes: 0,
  attribution_misses: 0,
  attributed_installs: 0,
  management_project: 0,
})

/** Starts an API process from the bundle, with the image's flags; `undo` gets what ends it. */
export async function startApi({
  main,
  url,
  redisUrl,
  keys,
  spool,
  undo,
}: ApiSettings): Promise<Api> {
  const port = await freePort()
  const host = `api.test:${port}`
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', '--max-semi-space-size=32', main],
    {
      env: {
        PATH: dirname(process.execPath),
        DATABASE_URL: url,
        DATABASE_DIRECT_URL: url,
        ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
        SECRETS_KEYS: keys,
        PORT: String(port),
        PUBLIC_URL: `http://${host}`,
        LINK_BASE_HOST,
        SPOOL_DIR: spool,
        // People are told apart by X-Forwarded-For.
        TRUST_PROXY: '1',
        RATE_LIMITS: NO_LIMITS,
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  undo.push(() => stopProcess(child))
  const isReady = async () =>
    child.exitCode !== null || (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  await waitFor(isReady, { what: 'the API to be ready', timeoutMs: 60_000 })
  if (child.exitCode !== null) throw new Error(`the API ended (${child.exitCode})`)
  const http = new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS })
  undo.push(() => http.close())
  return { http, host, port, pid: child.pid ?? 0 }
}
