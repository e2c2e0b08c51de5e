import pg from 'pg'
import { Pool } from 'undici'
import { startInstallationWith, type Installation } from '@throughline/testkit/installation'
import { insertProjects } from './insert-projects.js'

export type MatchingInstallation = Awaited<ReturnType<typeof startMatchingInstallation>>

export interface Api {
  http: Pool
  port: number
  pid: number
}

export const API_HOST = 'api.test'
/** People are distinguished by X-Forwarded-For. */
export const MATCHING_ENV = { PUBLIC_URL: `http://${API_HOST}`, TRUST_PROXY: '1' }
const CONNECTIONS = 256

/** @param databaseUrl of a migrated database; a separate one by default */
export function startMatchingInstallation(databaseUrl?: string) {
  return startInstallationWith(
    {
      env: MATCHING_ENV,
      output: 'inherit',
      ...(databaseUrl === undefined ? { exitsOnSignal: true } : { databaseUrl }),
    },
    async (installation) => {
      const pool = new pg.Pool({ connectionString: installation.postgres.url, max: 8 })
      // The server may close a connection before the pool does.
      pool.on('error', () => undefined)
      installation.onClose(() => pool.end())
      const projects = await insertProjects(pool)
      return {
        pool,
        projects,
        linkBaseHost: installation.env['LINK_BASE_HOST'] ?? '',
        api: await startApi(installation),
        otherApi: await startApi(installation),
      }
    },
  )
}

async function startApi({ add, onClose }: Installation): Promise<Api> {
  const { url, port, pid } = await add('api')
  const http = new Pool(url, { connections: CONNECTIONS })
  onClose(() => http.close())
  return { http, port, pid: pid() }
}
