import pg from 'pg'
import { startInstallationWith } from '@throughline/testkit/installation'

/** PostgreSQL as `npm start` runs it, and one API process with links. */
export type RedirectInstallation = Awaited<ReturnType<typeof startRedirectInstallation>>

const LINKS = 1_000
/** Core of the servers. The load generator uses the other one, PostgreSQL both. */
export const SERVER_CORE = 0
export const LOAD_CORE = 1

/**
 * @param hasDefaults with PostgreSQL's own settings instead
 * @param postgresFlags more of its settings, as `name=value`
 */
export function startRedirectInstallation(hasDefaults = false, postgresFlags: string[] = []) {
  const env = { PUBLIC_URL: 'http://api.test' }
  return startInstallationWith(
    { hasDefaults, postgresFlags, env, core: SERVER_CORE, output: 'inherit', exitsOnSignal: true },
    async ({ postgres, env: { LINK_BASE_HOST = '' }, add, onClose }) => {
      const pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
      onClose(() => pool.end())
      const links = await insertLinks(pool)
      const api = await add('api')
      return { pool, apiPid: api.pid(), port: api.port, host: `bench.${LINK_BASE_HOST}`, ...links }
    },
  )
}

interface Codes {
  /** Codes of plain links, which redirect. */
  codes: string[]
  /** Codes of deep links, which return the landing page to a phone. */
  deepCodes: string[]
}

async function insertLinks(pool: pg.Pool): Promise<Codes> {
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
