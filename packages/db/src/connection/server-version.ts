import type pg from 'pg'

/** The oldest version that is tested. PostgreSQL 13 gets no security updates since November 2025. */
const OLDEST_MAJOR = 14

export class ServerVersionError extends Error {
  override name = 'ServerVersionError'
}

export interface ServerVersion {
  /** For people, such as `15.18 (Debian 15.18-0+deb12u1)`. */
  version: string
  /** `server_version_num`, such as 150018. */
  number: number
}

/** @throws ServerVersionError if the server is too old */
export async function checkServerVersion(server: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await server.query<ServerVersion>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::integer AS number`,
  )
  for (const row of rows) assertSupported(row)
}

export function assertSupported({ version, number }: ServerVersion): void {
  if (number >= OLDEST_MAJOR * 10_000) return
  throw new ServerVersionError(
    `PostgreSQL ${version} is too old: Throughline needs PostgreSQL ${OLDEST_MAJOR} or newer.`,
  )
}
