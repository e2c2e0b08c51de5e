import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeScratchHome } from '@throughline/stack/home'
import { freePort } from '@throughline/stack/ports'
import { startPostgres, type EmbeddedPostgres } from '@throughline/stack/postgres'
import { withClient } from '@throughline/stack/postgres/connect'
import { ensureServerUser } from '@throughline/stack/postgres/server-user'

/** A server of Debian's packages, whose client programs the npm package lacks. It keeps its port and password. */
export interface PostgresServer {
  readonly port: number
  /** The data folder, which is not there before the first start. */
  readonly dataDir: string
  readonly url: (database: string) => string
  readonly start: () => Promise<void>
  readonly stop: (how: 'fast' | 'immediate') => Promise<void>
  /** Ends it and deletes the data folder. */
  readonly wipe: () => Promise<void>
  /** Lets the server read a data folder that a program made. */
  readonly own: () => Promise<void>
  /** Runs a client program on this server, such as `pg_dump`. */
  readonly run: (program: string, args: string[]) => Promise<void>
  /** Runs a shell script that finds the client programs, in a folder. */
  readonly shell: (script: string, folder: string) => Promise<void>
  /** With the server's password. */
  readonly createSuperuser: (name: string) => Promise<void>
  readonly query: (text: string, database?: string) => Promise<Record<string, unknown>[]>
  /** Ends it and deletes everything. Safe to call twice. */
  readonly close: () => Promise<void>
}

const DEBIAN = '/usr/lib/postgresql'
const PROGRAMS = ['postgres', 'initdb', 'pg_basebackup', 'pg_dump', 'pg_restore', 'createdb']

/** The folder of the newest version with server and client programs. */
function programsDir(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : []
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a))
  const found = newestFirst.find((version) =>
    PROGRAMS.every((program) => existsSync(join(DEBIAN, version, 'bin', program))),
  )
  return found === undefined ? null : join(DEBIAN, found)
}

export function missingPostgres(): string | null {
  if (programsDir() !== null) return null
  return `${DEBIAN} has no PostgreSQL with its client programs (apt-get install postgresql)`
}

const run = promisify(execFile)

/** @param password of the superuser `postgres`; a standby has that of its primary */
export async function openPostgresServer(
  password = randomBytes(24).toString('base64url'),
): Promise<PostgresServer> {
  const programs = programsDir()
  if (programs === null) throw new Error(missingPostgres() ?? '')
  const home = await makeScratchHome()
  const port = await freePort()
  const dataDir = join(home, 'postgres')
  const url = (database: string) =>
    `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`
  const keepPassword = () => writeFile(join(home, 'postgres-password'), password, { mode: 0o600 })
  let server: EmbeddedPostgres | null = null
  const start = async () => {
    const isNew = !existsSync(dataDir)
    if (!isNew) await keepPassword()
    server = await startPostgres({ dataDir, port, programsDir: programs })
    if (!isNew) return
    await withClient(server.url('postgres'), (client) =>
      client.query(`ALTER ROLE postgres PASSWORD '${password}'`),
    )
    await keepPassword()
  }
  const stop = async (how: 'fast' | 'immediate') => {
    await server?.stop(how)
    server = null
  }
  const wipe = async () => {
    await stop('immediate')
    await rm(dataDir, { recursive: true, force: true })
  }
  return {
    port,
    dataDir,
    url,
    start,
    stop,
    wipe,
    own: async () => {
      const user = await ensureServerUser(home)
      if (user !== null) await run('chown', ['-R', `${user.uid}:${user.gid}`, dataDir])
    },
    ...clientsOf({ bin: join(programs, 'bin'), port, password, url }),
    close: async () => {
      await stop('immediate')
      await rm(home, { recursive: true, force: true })
    },
  }
}

interface ClientsOptions {
  bin: string
  port: number
  password: string
  url: (database: string) => string
}

function clientsOf({
  bin,
  port,
  password,
  url,
}: ClientsOptions): Pick<PostgresServer, 'run' | 'shell' | 'createSuperuser' | 'query'> {
  const env = {
    PATH: `${bin}:/usr/bin:/bin`,
    PGHOST: '127.0.0.1',
    PGPORT: String(port),
    PGUSER: 'postgres',
    PGPASSWORD: password,
  }
  const query = (text: string, database = 'postgres') =>
    withClient(url(database), async (client) => {
      const { rows } = await client.query<Record<string, unknown>>(text)
      return rows
    })
  return {
    query,
    run: async (program, args) => {
      await run(join(bin, program), args, { env })
    },
    shell: async (script, cwd) => {
      await run('sh', ['-euc', script], { cwd, env })
    },
    createSuperuser: async (name) => {
      await query(`CREATE ROLE ${name} SUPERUSER LOGIN PASSWORD '${password}'`)
    },
  }
}
