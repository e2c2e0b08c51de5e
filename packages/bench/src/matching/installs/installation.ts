import type pg from 'pg'
import { parseKeyRing } from '@throughline/core/security/key-ring'
import { deriveKey } from '@throughline/core/security/secret-box'
import { openDatabase } from '@throughline/db/connection/database'
import { openRootSecret } from '@throughline/db/connection/root-secret'
import { hasRedisServer } from '@throughline/stack/redis'
import { startInstallationWith, type Installation } from '@throughline/testkit/installation'
import { startChild, type Child } from '../../child.js'
import { insertProjects } from '../simulate/insert-projects.js'
import { MATCHING_ENV } from '../simulate/installation.js'

export interface Server {
  pid: number
  port: number
}

/** PostgreSQL as `npm start` runs it, Redis if installed, one API process, and the baseline server. */
export type InstallsInstallation = Awaited<ReturnType<typeof startInstallsInstallation>>

/** @param hasDefaults with PostgreSQL's own settings instead */
export function startInstallsInstallation(hasDefaults = false) {
  const backend = hasRedisServer() ? 'redis' : 'postgresql'
  return startInstallationWith(
    { backend, hasDefaults, env: MATCHING_ENV, output: 'inherit', exitsOnSignal: true },
    async ({ postgres, env: { SECRETS_KEYS = '' }, add, onClose }) => {
      const database = openDatabase({ url: postgres.url, poolMax: 4 })
      onClose(() => database.close())
      const { pool } = database
      const project = await insertProject(pool)
      const root = await openRootSecret(database, parseKeyRing(SECRETS_KEYS))
      const { pid, port } = await add('api')
      const bare = await startBare(postgres.url, onClose)
      const ours: Server = { pid: pid(), port }
      return { pool, project, ours, bare, clickTokenKey: deriveKey(root, 'click-token') }
    },
  )
}

async function insertProject(pool: pg.Pool) {
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

async function startBare(url: string, onClose: Installation['onClose']): Promise<Server> {
  const child: Child<Listening, never> = startChild('matching/installs-baseline-main.ts', [url])
  onClose(child.stop)
  const { port } = await child.next('listening')
  return { pid: child.pid, port }
}
