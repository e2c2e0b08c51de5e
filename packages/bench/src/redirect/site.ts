import { spawn, type ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { generateKeyRingEntry } from '@throughline/core/security/key-ring'
import { migrateDatabase } from '@throughline/db/migrations/migrate'
import { migrateQueue } from '@throughline/queue/migrate'
import { makeScratchHome } from '@throughline/stack/home'
import { freePort } from '@throughline/stack/ports'
import { startPostgres } from '@throughline/stack/postgres'
import { waitFor } from '@throughline/testkit/wait-for'
import { buildBundle } from '../rig/build-bundle.js'
import { stopProcess } from '../rig/child.js'
import { pin } from './pin.js'

/** PostgreSQL as `npm start` has it, and one API process from the bundle that is shipped, with links to follow. */
export interface Site {
  pool: pg.Pool
  apiPid: number
  port: number
  /** The link host of the one project. */
  host: string
  /** Of plain links, which redirect. */
  codes: string[]
  /** Of deep links, which answer a phone with the landing page. */
  deepCodes: string[]
  /**
   * Another API process on the same database, with a port of its own; whoever starts it ends it.
   *
   * @param flags of Node, beside the image's
   */
  startApi(flags?: string[]): Promise<ApiProcess>
  close(): Promise<void>
}

export interface ApiProcess {
  process: ChildProcess
  pid: number
  port: number
}

const LINKS = 1_000
/** Servers here, the load on the other one, PostgreSQL on both. */
export const SERVER_CORE = 0
export const LOAD_CORE = 1
const LINK_BASE_HOST = 'links.test'
const SECRETS_KEYS = generateKeyRingEntry('bench')

export async function startSite(): Promise<Site> {
  const home = await makeScratchHome()
  const undo: (() => Promise<unknown>)[] = [() => rm(home, { recursive: true, force: true })]
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const server = await startPostgres({ dataDir: join(home, 'postgres') })
    undo.push(() => server.stop())
    const databaseUrl = server.url('bench')
    await migrateDatabase({ databaseUrl })
    await migrateQueue({ databaseUrl })
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
    undo.push(() => pool.end())
    const links = await insertLinks(pool)
    const settings = { main: await buildBundle('api', home), databaseUrl, home }
    const start = (flags: string[] = []) => startApi(settings, flags)
    const api = await start()
    undo.push(() => stopProcess(api.process))
    const { pid: apiPid, port } = api
    return { pool, apiPid, port, host: `bench.${LINK_BASE_HOST}`, ...links, startApi: start, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function insertLinks(pool: pg.Pool): Promise<Pick<Site, 'codes' | 'deepCodes'>> {
  const { rows } = await pool.query<{ code: string; is_deeplink: boolean }>(
    `WITH project AS (INSERT INTO projects (name, prefix) VALUES ('Bench', 'bench') RETURNING id),
          campaign AS (INSERT INTO campaigns (project_id, name, utm_source) SELECT id, 'Spring', 'mail' FROM project RETURNING id, project_id)
     INSERT INTO links (project_id, code, actual_url, campaign_id, is_deeplink, android_package_name)
     SELECT project_id, CASE WHEN deep THEN 'D' ELSE 'L' END || n, 'https://shop.example/spring?item=' || n, id, deep,
            CASE WHEN deep THEN 'com.example.shop' END
       FROM campaign, generate_series(1, $1::int) AS n, unnest(ARRAY[true, false]) AS deep
     RETURNING code, is_deeplink`,
    [LINKS],
  )
  const codesOf = (isDeep: boolean) =>
    rows.filter(({ is_deeplink }) => is_deeplink === isDeep).map(({ code }) => code)
  return { codes: codesOf(false), deepCodes: codesOf(true) }
}

interface ApiSettings {
  main: string
  databaseUrl: string
  home: string
}

async function startApi(
  { main, databaseUrl, home }: ApiSettings,
  flags: string[],
): Promise<ApiProcess> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', '--max-semi-space-size=32', ...flags, main],
    {
      env: {
        PATH: dirname(process.execPath),
        DATABASE_URL: databaseUrl,
        DATABASE_DIRECT_URL: databaseUrl,
        SECRETS_KEYS,
        PORT: String(port),
        PUBLIC_URL: `http://api.test:${port}`,
        LINK_BASE_HOST,
        SPOOL_DIR: join(home, 'spool'),
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  await waitFor(
    async () => child.exitCode !== null || (await fetch(`http://127.0.0.1:${port}/readyz`)).ok,
    { what: 'the API to be ready', timeoutMs: 30_000 },
  )
  if (child.exitCode !== null) throw new Error(`the API ended (${child.exitCode})`)
  await pin(child.pid ?? 0, SERVER_CORE)
  return { process: child, pid: child.pid ?? 0, port }
}
