import { join, resolve } from 'node:path'
import { mkdir, realpath } from 'node:fs/promises'

import { StackError } from './errors.js'
import { ensureHome } from './home.js'
import { freePort, isPortFree } from './ports.js'
import { findBinaries, type PostgresBinaries } from './postgres/binaries.js'
import { databaseUrl } from './postgres/connect.js'
import { initDataFolder } from './postgres/data-folder.js'
import { adoptRunningServer } from './postgres/running-server.js'
import { launchServer, PortTakenError, type ServerFiles } from './postgres/server-process.js'
import { measureMachine, sizeSettings } from './postgres/size-settings.js'
import { stopServer } from './postgres/stop-server.js'
import { ensureServerUser } from './postgres/server-user.js'
import { readTextIfPresent, writePrivateFile } from './private-file.js'

export { createDatabaseIfMissing } from './postgres/connect.js'

export interface PostgresOptions {
  /** The data folder. Password, port and log are stored in its parent, the data home. */
  dataDir: string
  /** Fixed port. Default: the port of the last start if it is free, otherwise any free port. */
  port?: number
  /** Where the server logs; `postgres.log` in the data home by default. */
  logFile?: string
  /** More server settings, as `name=value`. */
  flags?: string[]
  /** With PostgreSQL's own defaults instead of settings by the size of the machine, to compare both. */
  hasDefaults?: boolean
  /** A temporary database for tests, without fsync: a crash of the machine loses it. */
  isScratch?: boolean
  /** The folder with `bin/postgres` of another version. Default: the npm package of this platform. */
  programsDir?: string
}

/** A running PostgreSQL server that listens on 127.0.0.1 only. */
export interface EmbeddedPostgres {
  port: number
  pid: number
  /** True when the server was already running (its owner was killed) and has been taken over. */
  adopted: boolean
  /** `postgresql://…` of a database of this server, with the password. */
  url(database: string): string
  /** Fast shutdown: open transactions are rolled back, data is flushed. `immediate` skips the flush. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>
}

/**
 * Starts PostgreSQL, creating a missing data folder, or adopts a server whose owner was killed. The server has its own
 * session, which Ctrl-C does not reach, and runs as `postgres` if root starts it.
 * @throws StackError if the folder is unreachable, damaged or of another version, or the port is taken
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const home = resolve(options.dataDir, '..')
  await ensureHome(home)
  const user = await ensureServerUser(home)
  const binaries = await findBinaries({ home, user, programsDir: options.programsDir })
  await mkdir(resolve(options.dataDir), { recursive: true, mode: 0o700 })
  const dataDir = await realpath(options.dataDir)
  const password = await initDataFolder({ dataDir, home, user, binaries })
  const files = { dataDir, logFile: options.logFile ?? join(home, 'postgres.log'), user, password }

  const adopted = await adoptRunningServer(files, options.port)
  if (adopted !== null) return toEmbedded({ ...adopted, adopted: true }, password)
  const started = await launchOnPort(files, binaries, options)
  await writePrivateFile(join(home, 'postgres-port'), `${started.port}\n`)
  return toEmbedded({ ...started, adopted: false }, password)
}

/** Tries the next port if another program takes the free port before the server starts. */
async function launchOnPort(
  files: ServerFiles,
  binaries: PostgresBinaries,
  options: PostgresOptions,
): Promise<{ pid: number; port: number }> {
  const flags = [...(await settingsFor(files.dataDir, options)), ...(options.flags ?? [])]
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await pickPort(resolve(files.dataDir, '..')))
    try {
      const pid = await launchServer(files, { binary: binaries.postgres, port, flags })
      return { pid, port }
    } catch (error) {
      const isRetryable = error instanceof PortTakenError && options.port === undefined
      if (!isRetryable || attempt === PORT_ATTEMPTS) throw error
    }
  }
}

async function settingsFor(
  dataDir: string,
  { isScratch = false, hasDefaults = false }: PostgresOptions,
): Promise<string[]> {
  if (isScratch) return SCRATCH_FLAGS
  return hasDefaults ? [] : sizeSettings(await measureMachine(dataDir))
}

async function pickPort(home: string): Promise<number> {
  const last = Number(await readTextIfPresent(join(home, 'postgres-port')))
  if (Number.isInteger(last) && last > 0 && last < 65_536 && (await isPortFree(last))) return last
  return freePort()
}

function toEmbedded(
  server: { pid: number; port: number; adopted: boolean },
  password: string,
): EmbeddedPostgres {
  return {
    ...server,
    url: (database) => databaseUrl({ port: server.port, password, database }),
    stop: async (mode = 'fast') => {
      if (!(await stopServer(server.pid, mode))) {
        throw new StackError(`PostgreSQL (process ${server.pid}) did not stop.`)
      }
    },
  }
}

const PORT_ATTEMPTS = 3
const SCRATCH_FLAGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
