import pg from 'pg'

/** The engine's database. Fields, not a URL: the adapter would use the URL's database for the shadow database too. */
export interface DatabaseTarget {
  fields: pg.ClientConfig & { host: string; port: number; database: string }
  schema: string | undefined
}

export function parseTarget(databaseUrl: string): DatabaseTarget {
  const url = new URL(databaseUrl)
  const schema = url.searchParams.get('schema') ?? undefined
  const user = decodeURIComponent(url.username)
  const password = decodeURIComponent(url.password)
  return {
    schema,
    fields: {
      host: decodeURIComponent(url.hostname),
      port: Number(url.port || 5432),
      ...(user === '' ? {} : { user }),
      ...(password === '' ? {} : { password }),
      database: decodeURIComponent(url.pathname.slice(1)),
      ssl: sslOf(databaseUrl),
    },
  }
}

/** sslmode and certificate files, read as the product reads them. */
function sslOf(connectionString: string): boolean {
  // At run time also an object with certificates, which the fields take as well; the types of pg omit it.
  return new pg.Client({ connectionString }).ssl
}

export async function runSql(fields: pg.ClientConfig, text: string): Promise<void> {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...fields })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** @throws Error with the code that Prisma's command line expects: P1000, P1001 or P1003 */
export async function checkConnection(databaseUrl: string): Promise<void> {
  const { fields } = parseTarget(databaseUrl)
  try {
    await runSql(fields, 'SELECT 1')
  } catch (error) {
    const sqlState = (error as { code?: string }).code ?? ''
    throw prismaError(sqlState, fields)
  }
}

function prismaError(sqlState: string, fields: DatabaseTarget['fields']): Error {
  const withCode = (code: string, message: string) => Object.assign(new Error(message), { code })
  if (sqlState === '3D000')
    return withCode('P1003', `Database \`${fields.database}\` does not exist`)
  if (sqlState.startsWith('28'))
    return withCode('P1000', `Authentication failed for \`${fields.user ?? ''}\``)
  return withCode('P1001', `Can't reach database server at \`${fields.host}:${fields.port}\``)
}

export async function createDatabase(databaseUrl: string): Promise<{ databaseName: string }> {
  const { fields } = parseTarget(databaseUrl)
  const name = pg.escapeIdentifier(fields.database)
  await runSql({ ...fields, database: 'postgres' }, `CREATE DATABASE ${name}`)
  return { databaseName: fields.database }
}
