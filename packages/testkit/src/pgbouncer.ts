import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureServerUser } from '@throughline/stack/postgres/server-user'
import { freePort } from '@throughline/stack/ports'
import { readShippedFile } from './shipped-file.js'
import { waitFor } from './wait-for.js'

export interface PgBouncer {
  /** Of the same database, through the pooler. */
  url: string
  stop(): Promise<void>
}

export interface PgBouncerOptions {
  mode: 'session' | 'transaction'
  poolSize: number
}

/** Whether PgBouncer is on PATH: Debian's package `pgbouncer` has it. */
export function hasPgBouncer(): boolean {
  return spawnSync('pgbouncer', ['--version'], { stdio: 'ignore' }).status === 0
}

const SETTINGS = 'deploy/kubernetes/components/pgbouncer/pgbouncer.ini'

/** A PgBouncer in front of a database, with the settings of the manifests where nothing is given here. */
export async function startPgBouncer(
  databaseUrl: string,
  { mode, poolSize }: PgBouncerOptions,
): Promise<PgBouncer> {
  const { hostname, port, username, password } = new URL(databaseUrl)
  const directory = await mkdtemp(join(tmpdir(), 'throughline-pgbouncer-'))
  await chmod(directory, 0o755)
  const listenPort = await freePort()
  const at = (name: string) => join(directory, name)
  const [file, log, users] = [at('pgbouncer.ini'), at('log'), at('users')]
  const settings = await readShippedFile(SETTINGS, [
    [/host=\S+ port=\d+/, `host=${hostname} port=${port}`],
    [/(?<=^listen_addr = ).+/m, '127.0.0.1'],
    [/(?<=^listen_port = ).+/m, String(listenPort)],
    [/(?<=^auth_file = ).+/m, users],
    [/(?<=^pool_mode = ).+/m, mode],
    [/(?<=^default_pool_size = ).+/m, String(poolSize)],
    [/$/, `logfile = ${log}\n`],
  ])
  await writeFile(file, settings)
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`)
  // Like PostgreSQL, it refuses to run as root.
  const user = await ensureServerUser(directory)
  if (user !== null) await chown(directory, user.uid, user.gid)
  const child = spawn('pgbouncer', ['--quiet', file], {
    stdio: 'ignore',
    ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
  })
  const ended = once(child, 'close')
  const isListening = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(listenPort, '127.0.0.1', () => resolve(true))
      socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
    })
  await waitFor(isListening, { what: 'PgBouncer to listen', timeoutMs: 10_000 }).catch(
    async (error: unknown) => {
      throw new Error(await readFile(log, 'utf8').catch(() => ''), { cause: error })
    },
  )
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${listenPort}`
  return {
    url: url.href,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}
