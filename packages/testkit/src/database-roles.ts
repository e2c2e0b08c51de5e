import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const ROLES = fileURLToPath(new URL('../../../deploy/postgresql/roles.sql', import.meta.url))
/** Roles belong to the server, and test files share it. */
const PASSWORD = 'a-password-of-tests'
/** Two files must not change the same role concurrently: PostgreSQL rejects that. */
const LOCK = 4_711

export interface DatabaseRoles {
  /** The URLs of the database for each role of deploy/postgresql/roles.sql. */
  ownerUrl: string
  appUrl: string
}

/**
 * Applies deploy/postgresql/roles.sql to the database of a superuser's URL. A database that requires TLS requires it of
 * these roles too.
 */
export async function applyDatabaseRoles(url: string): Promise<DatabaseRoles> {
  const client = new pg.Client({ connectionString: url })
  const server = new pg.Client({ connectionString: withParts(url, { pathname: '/postgres' }) })
  await Promise.all([client.connect(), server.connect()])
  try {
    // Advisory locks belong to a database, so all take it in the same one.
    await server.query('SELECT pg_advisory_lock($1)', [LOCK])
    await client.query(await readFile(ROLES, 'utf8'))
    for (const role of ['throughline_owner', 'throughline_app'])
      await client.query(`ALTER ROLE ${role} PASSWORD '${PASSWORD}'`)
    const { rows } = await client.query<{ rolname: string }>(
      'SELECT rolname FROM pg_roles WHERE rolname = current_database()',
    )
    for (const { rolname } of rows)
      await client.query(`GRANT ${rolname} TO throughline_owner, throughline_app`)
  } finally {
    await Promise.all([client.end(), server.end()])
  }
  const as = (username: string) => withParts(url, { username, password: PASSWORD })
  return { ownerUrl: as('throughline_owner'), appUrl: as('throughline_app') }
}

function withParts(
  url: string,
  parts: Partial<Record<'pathname' | 'username' | 'password', string>>,
) {
  return Object.assign(new URL(url), parts).href
}
