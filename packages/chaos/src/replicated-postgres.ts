import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '@throughline/stack/postgres/connect'
import { waitFor } from '@throughline/testkit/wait-for'
import { startHaproxy } from './haproxy.js'
import { openPostgresServer, type PostgresServer } from './postgres-server.js'

/** A primary with a synchronous standby, behind HAProxy. */
export interface ReplicatedPostgres {
  /** Through HAProxy. */
  readonly url: (database: string) => string
  /** Kills the primary while its last commits wait for the standby, and promotes the standby. */
  readonly failOver: () => Promise<{ gone: number }>
  /** Makes the former primary a standby of the new one. */
  readonly rebuildStandby: () => Promise<void>
  readonly close: () => Promise<void>
}

/** How long commits wait for a standby that hears nothing any more, before the primary is gone. */
const UNREPLICATED_MS = 1_000
/** Much longer than a standby needs on a busy machine. */
const REPLICATION_TIMEOUT_MS = 180_000
const CHECK_USER = 'haproxy_check'

/** @param isSynchronous whether a commit waits for the standby */
export async function startReplicatedPostgres(isSynchronous = true): Promise<ReplicatedPostgres> {
  const first = await openPostgresServer()
  const password = new URL(first.url('postgres')).password
  const second = await openPostgresServer(password)
  let [primary, standby] = [first, second]
  const proxy = await startHaproxy([first.port, second.port])
  const close = async () => {
    await proxy.close()
    await Promise.all([first.close(), second.close()])
  }
  const rebuildStandby = () => addStandby(primary, standby, isSynchronous)
  const url = (database: string) =>
    first.url(database).replace(`:${first.port}/`, `:${proxy.port}/`)
  try {
    await first.start()
    await admitHaproxy(first)
    await rebuildStandby()
    // HAProxy closes connections until its first check has found the primary.
    await waitFor(() => withClient(url('postgres'), () => Promise.resolve(true)), {
      what: 'HAProxy to lead to the primary',
      timeoutMs: REPLICATION_TIMEOUT_MS,
      everyMs: 100,
    })
  } catch (error) {
    await close()
    throw error
  }
  return {
    url,
    failOver: async () => {
      const gone = await killUnreplicated(primary)
      await standby.query('SELECT pg_promote()')
      ;[primary, standby] = [standby, primary]
      return { gone }
    },
    rebuildStandby,
    close,
  }
}

async function admitHaproxy(server: PostgresServer): Promise<void> {
  await server.query(`CREATE ROLE ${CHECK_USER} LOGIN`)
  const file = join(server.dataDir, 'pg_hba.conf')
  const rules = await readFile(file, 'utf8')
  await writeFile(file, `host postgres ${CHECK_USER} 127.0.0.1/32 trust\n${rules}`)
  await server.query('SELECT pg_reload_conf()')
}

async function addStandby(
  primary: PostgresServer,
  standby: PostgresServer,
  isSynchronous: boolean,
): Promise<void> {
  await standby.wipe()
  const args = ['--write-recovery-conf', '--checkpoint', 'fast', '--wal-method', 'stream']
  await primary.run('pg_basebackup', [...args, '--pgdata', standby.dataDir])
  await standby.own()
  await standby.start()
  // Not before the copy: the standby must not wait for a standby when it is the primary.
  if (isSynchronous) await primary.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
  await primary.query('SELECT pg_reload_conf()')
  const wanted = isSynchronous ? 'sync' : 'async'
  const sql = `SELECT FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = '${wanted}'`
  await waitFor(async () => (await primary.query(sql)).length === 1, {
    what: 'the standby to be streaming',
    timeoutMs: REPLICATION_TIMEOUT_MS,
  })
}

/** The process that sends the log to the standby. A standby that has lost its connection connects again. */
async function senderOf(primary: PostgresServer): Promise<number> {
  const find = async () => {
    const [sender, ...others] = await primary.query(
      `SELECT pid FROM pg_stat_replication WHERE state = 'streaming'`,
    )
    return others.length === 0 && Number(sender?.['pid'])
  }
  return waitFor(find, { what: 'the connection of the standby', timeoutMs: REPLICATION_TIMEOUT_MS })
}

/** @returns when it was gone, in milliseconds since 1970 */
async function killUnreplicated(primary: PostgresServer): Promise<number> {
  const pid = await senderOf(primary)
  process.kill(pid, 'SIGSTOP')
  await sleep(UNREPLICATED_MS)
  const stopped = primary.stop('immediate')
  // Otherwise the server would wait for the frozen process.
  process.kill(pid, 'SIGKILL')
  await stopped
  return Date.now()
}
