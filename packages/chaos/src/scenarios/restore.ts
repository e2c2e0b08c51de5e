import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ClientEntry } from '@throughline/testkit/event-log/entries'
import type { Behaviour } from '@throughline/testkit/event-log/receiver'
import { migrateAll } from '@throughline/testkit/installation/stores'
import { wipeNodes } from '@throughline/testkit/redis-node'
import {
  arrivals,
  clientEntries,
  finish,
  query,
  withInstallation,
  type ChaosInstallation,
} from '../installation.js'
import { missingPostgres, openPostgresServer, type PostgresServer } from '../postgres-server.js'
import {
  promise,
  type Finding,
  type Promised,
  type RunContext,
  type Scenario,
} from '../scenario.js'
import { usualFigures, usualPromises } from '../usual-promises.js'
import { setActive } from '../webhook-faults.js'
import { dumpAsDocumented, exchangeDatabases } from './exchange.js'

interface Backup {
  take: (server: PostgresServer, place: string) => Promise<void>
  lose: (installation: ChaosInstallation, server: PostgresServer) => Promise<unknown>
  /**
   * Ends with all services stopped.
   *
   * @returns a function that verifies more when they run again
   */
  restore: (
    server: PostgresServer,
    place: string,
    installation: ChaosInstallation,
  ) => Promise<() => Promise<Promised[]>>
}

const DATABASE = 'throughline'

const DUMP: Backup = {
  take: (server, file) => server.run('pg_dump', ['--format', 'custom', '--file', file, DATABASE]),
  lose: loseEverything,
  restore: async (server, file) => {
    await server.start()
    await server.run('createdb', [DATABASE])
    await server.run('pg_restore', ['--exit-on-error', '--dbname', DATABASE, file])
    return nothingMore
  },
}

const BASE_BACKUP: Backup = {
  take: (server, folder) => {
    const form = ['--checkpoint', 'fast', '--wal-method', 'fetch', '--format', 'tar', '--gzip']
    return server.run('pg_basebackup', [...form, '--pgdata', folder])
  },
  lose: loseEverything,
  restore: async (server, folder) => {
    await mkdir(server.dataDir, { mode: 0o700 })
    const archive = join(folder, 'base.tar.gz')
    await promisify(execFile)('tar', ['-xzf', archive, '-C', server.dataDir])
    await server.own()
    await server.start()
    return nothingMore
  },
}

const EXCHANGED_DUMP: Backup = {
  take: async (server, folder) => {
    await mkdir(folder)
    await dumpAsDocumented(server, folder)
  },
  lose: (installation) => query(installation, 'TRUNCATE attributions CASCADE'),
  restore: (server, folder, installation) => exchangeDatabases(installation, server, folder),
}

const nothingMore = () => Promise.resolve([])

const RATE = 20
/** The last endpoint's webhook is off during the backup. Its deliveries fail at first, so that some are held. */
const ENDPOINTS: Behaviour[] = [
  { delayMs: [50, 300], failFirst: [0, 0] },
  { delayMs: [10, 100], failFirst: [0, 2] },
  { delayMs: [10, 100], failFirst: [1, 2] },
]
const AROUND_MS = 2_000
const ALL_IN_MS = 90_000

export const restoreDump = drill(
  'C17',
  'a dump made under load is restored into an empty server',
  DUMP,
)
export const restoreBaseBackup = drill(
  'C18',
  'a base backup made under load is restored into an empty server',
  BASE_BACKUP,
)

export const restoreBeside = drill(
  'C23',
  'a dump made under load replaces a damaged database while the API serves links',
  EXCHANGED_DUMP,
)

function drill(id: string, title: string, backup: Backup): Scenario {
  return {
    id,
    title,
    counts: 's of load before the backup',
    missing: missingPostgres,
    runs: { quick: 0, full: 60 },
    run: async (context) => {
      const server = await openPostgresServer()
      try {
        await server.start()
        const databaseUrl = server.url(DATABASE)
        await migrateAll(databaseUrl)
        const options = { apis: 1, workers: 1, endpoints: ENDPOINTS, databaseUrl }
        return await withInstallation(context, options, (installation) => {
          installation.onClose(server.close)
          return backUpAndRestore(installation, { server, backup, context })
        })
      } finally {
        await server.close()
      }
    },
  }
}

interface Drill {
  server: PostgresServer
  backup: Backup
  context: RunContext
}

async function backUpAndRestore(
  installation: ChaosInstallation,
  { server, backup, context: { runs, say } }: Drill,
): Promise<Finding> {
  const { client, endpoints, home, offs } = installation
  const held = endpoints.at(-1)
  if (held === undefined) throw new Error('there is no endpoint')
  const place = join(home, 'backup')
  client.setRate(RATE)
  await sleep(runs * 1_000)
  const from = Date.now()
  await setActive(installation, held.webhook.id, false)
  await sleep(AROUND_MS)
  const backedUpAt = Date.now()
  await backup.take(server, place)
  const tookMs = Date.now() - backedUpAt
  say(`backed up in ${tookMs} ms`)
  await sleep(AROUND_MS)
  await client.stop(ALL_IN_MS)
  await backup.lose(installation, server)
  const restoringAt = performance.now()
  const verifyMore = await backup.restore(server, place, installation)
  const restoredMs = Math.round(performance.now() - restoringAt)
  const restored = await readRestored(installation)
  say(`restored in ${restoredMs} ms: ${JSON.stringify(restored.states)}`)
  const restartedAt = Date.now()
  await Promise.all(services(installation).map((service) => service.start()))
  client.setRate(RATE)
  await sleep(AROUND_MS)
  await setActive(installation, held.webhook.id, true)
  offs.push({ endpoint: held.path, from, to: Date.now() })
  await sleep(AROUND_MS)
  await client.stop(ALL_IN_MS)
  const more = await verifyMore()
  const found = await verify(installation, { restored, backedUpAt, restartedAt, say })
  return {
    promises: [...found.promises, ...more],
    figures: { ...found.figures, 'backed up in ms': tookMs, 'restored in ms': restoredMs },
  }
}

function services({ apis, workers }: ChaosInstallation) {
  return [...apis, ...workers]
}

/** Also the clicks in the spool, the snapshot of links and all jobs. */
async function loseEverything(installation: ChaosInstallation, server: PostgresServer) {
  const { env, redis, redisGroup } = installation
  await Promise.all(services(installation).map((service) => service.kill()))
  await server.wipe()
  await rm(env['THROUGHLINE_HOME'] ?? '', { recursive: true, force: true })
  await redis?.forget()
  await redis?.start()
  await wipeNodes(redisGroup?.nodes ?? [])
}

interface Restored {
  installs: Set<string>
  clicks: Set<string>
  /** Deliveries that need no attempt any more. */
  ended: Set<string>
  states: Record<string, number>
}

async function readRestored(installation: ChaosInstallation): Promise<Restored> {
  const names = async (text: string) =>
    new Set((await query<{ name: string }>(installation, text)).map(({ name }) => name))
  const states = await query<{ state: string; n: number }>(
    installation,
    'SELECT state, count(*)::integer AS n FROM deliveries GROUP BY 1',
  )
  return {
    installs: await names(`SELECT payload::json ->> 'gclid' AS name FROM attributions`),
    clicks: await names(`SELECT params ->> 'gclid' AS name FROM clicks`),
    ended: await names(
      `SELECT id AS name FROM deliveries WHERE state NOT IN ('pending', 'retrying', 'held')`,
    ),
    states: Object.fromEntries(states.map(({ state, n }) => [state, n])),
  }
}

interface ToVerify {
  restored: Restored
  backedUpAt: number
  restartedAt: number
  say: (line: string) => void
}

/** Installs that were accepted after the backup are lost, as promised. Everything else must be there and arrive. */
async function verify(
  installation: ChaosInstallation,
  { restored, backedUpAt, restartedAt, say }: ToVerify,
): Promise<Finding> {
  const { home, client } = installation
  const entries = await clientEntries(installation)
  const stored = await readRestored(installation)
  const isLost = (entry: ClientEntry) =>
    entry.kind === 'accepted' && entry.at > backedUpAt && !stored.installs.has(entry.install)
  const kept = entries.filter((entry) => !isLost(entry))
  const eventLog = join(home, 'client-kept.jsonl')
  await writeFile(eventLog, kept.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  const verdict = await finish({ ...installation, client: { ...client, eventLog } }, say)
  const early = (kind: ClientEntry['kind'], has: Set<string>) =>
    entries.filter((one) => one.kind === kind && one.at <= backedUpAt && !has.has(one.install))
  const clicks = early('clicked', restored.clicks)
  const revived = (await arrivals(installation)).filter(
    ({ at, deliveryId }) => at >= restartedAt && restored.ended.has(deliveryId),
  )
  const lostAfter = entries.length - kept.length
  const { held = 0, retrying = 0 } = restored.states
  return {
    figures: {
      ...usualFigures(verdict),
      'held in the backup': held,
      'retrying in the backup': retrying,
      'accepted after the backup and lost': lostAfter,
    },
    promises: [
      ...usualPromises(installation, { ...verdict, visitors: verdict.visitors - lostAfter }),
      promise(
        'each install of before the backup is restored',
        early('accepted', restored.installs).length === 0,
        early('accepted', restored.installs).length,
      ),
      promise('each click of before the backup is restored', clicks.length === 0, clicks.length),
      promise(
        'the backup has held and retrying deliveries',
        held > 0 && retrying > 0,
        `${held} and ${retrying}`,
      ),
      promise(
        'deliveries of after the backup are made again under their id',
        verdict.duplicates > 0,
        verdict.duplicates,
      ),
      promise(
        'nothing that had ended by the backup is made again',
        revived.length === 0,
        revived.length,
      ),
    ],
  }
}
