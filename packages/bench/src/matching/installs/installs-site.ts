import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { generateKeyRingEntry, parseKeyRing } from '@throughline/core/security/key-ring'
import { deriveKey } from '@throughline/core/security/secret-box'
import { openDatabase } from '@throughline/db/connection/database'
import { migrateDatabase } from '@throughline/db/migrations/migrate'
import { openRootSecret } from '@throughline/db/connection/root-secret'
import { migrateQueue } from '@throughline/queue/migrate'
import { makeScratchHome } from '@throughline/stack/home'
import { startPostgres } from '@throughline/stack/postgres'
import { startRedis } from '@throughline/stack/redis'
import { buildBundle } from '../../rig/build-bundle.js'
import { startChild, type Child } from '../../rig/child.js'
import { insertProjects } from '../play/insert-projects.js'
import { startApi, type Api } from '../play/site.js'

export interface Server {
  pid: number
  port: number
}

/** PostgreSQL as `npm start` has it, Redis where there is one, one API process, and the bare server beside it. */
export interface InstallsSite {
  pool: pg.Pool
  queue: 'redis' | 'postgresql'
  ours: Server
  bare: Server
  /** With one webhook, which is on. */
  project: { id: string; key: string; code: string; linkId: number }
  clickTokenKey: Buffer
  close(): Promise<void>
}

export async function startInstallsSite(): Promise<InstallsSite> {
  const home = await makeScratchHome()
  const undo: (() => Promise<unknown>)[] = [() => rm(home, { recursive: true, force: true })]
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const server = await startPostgres({ dataDir: join(home, 'postgres') })
    undo.push(() => server.stop())
    const url = server.url('bench')
    await migrateDatabase({ databaseUrl: url })
    await migrateQueue({ databaseUrl: url })
    const database = openDatabase({ url, poolMax: 4 })
    undo.push(() => database.close())
    const project = await insertProject(database.pool)
    const keys = generateKeyRingEntry('bench')
    const root = await openRootSecret(database, parseKeyRing(keys))
    const redis = await startRedis({ dir: home })
    if (redis !== null) undo.push(() => redis.stop())
    const ours: Api = await startApi({
      ...{ main: await buildBundle('api', home), url, keys, spool: join(home, 'spool'), undo },
      ...(redis === null ? {} : { redisUrl: redis.url }),
    })
    const bare = await startBare(url, undo)
    const clickTokenKey = deriveKey(root, 'click-token')
    const queue = redis === null ? 'postgresql' : 'redis'
    return { pool: database.pool, queue, ours, bare, project, clickTokenKey, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function insertProject(pool: pg.Pool): Promise<InstallsSite['project']> {
  const { id, key } = (await insertProjects(pool)).shop
  await pool.query(
    `INSERT INTO webhooks (project_id, url, events) VALUES ($1, 'https://hooks.example.com/', '{install_attributed}')`,
    [id],
  )
  await pool.query('CREATE TABLE bare_installs (id uuid PRIMARY KEY, body text NOT NULL)')
  const { rows } = await pool.query<{ linkId: number; code: string }>(
    'SELECT id AS "linkId", code FROM links WHERE project_id = $1 ORDER BY id LIMIT 1',
    [id],
  )
  const [link] = rows
  if (link === undefined) throw new Error('the project has no link')
  return { id, key, ...link }
}

interface Listening {
  kind: 'listening'
  port: number
}

async function startBare(url: string, undo: (() => Promise<unknown>)[]): Promise<Server> {
  const child: Child<Listening, never> = startChild('../matching/installs-baseline-main.ts', [url])
  undo.push(child.stop)
  const { port } = await child.next('listening')
  return { pid: child.pid, port }
}
