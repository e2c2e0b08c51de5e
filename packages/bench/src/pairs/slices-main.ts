// Serves one hot path of the checkout in the working directory. `bench pairs` starts it.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Redis } from 'ioredis'
import { pinToCore } from '@throughline/testkit/installation/service'
import type { Backend } from '@throughline/testkit/installation/stores'
import type * as DeliveriesModule from '../deliveries/installation.js'
import type * as MeasureRoundModule from '../deliveries/measure-round.js'
import type * as SendersModule from '../deliveries/senders.js'
import type * as InstallsModule from '../matching/installs/installation.js'
import type * as MakeRequestsModule from '../matching/installs/make-requests.js'
import type * as SendAllModule from '../matching/installs/send-all.js'
import type * as RedirectModule from '../redirect/installation.js'
import type * as MeasureModule from '../redirect/measure.js'
import type * as RequestsModule from '../redirect/requests.js'
import type { FromSlices, HotPath, Slice, ToSlices } from './slices-messages.js'

interface Subject {
  /** Uncounted slices at the start, so that code is compiled and pages are in memory. */
  warmUpSlices: number
  measure(): Promise<Slice>
  close(): Promise<void>
}

const INSTALLS = 2_500
const DELIVERIES = { redis: 6_000, postgresql: 3_000 }
/** Short, because a shared machine's speed changes by a fifth within seconds, for both checkouts alike. */
const CLICK_SECONDS = 0.4
const CLICK_SLICES_PER_CHECKPOINT = 8
const CONNECTIONS = { click: 64, install: 200 }
const WARM_UP_SLICES = 3
/** PostgreSQL has its own settings, because checkouts of before da4db92d start it with them. */
const HAS_DEFAULTS = true

/** Paths and names in older checkouts (1db748f to ea275cd), which had separate launchers. */
const FORMER: Partial<Record<string, { path: string; names?: Record<string, string> }>> = {
  'deliveries/installation.ts': {
    path: 'rig/rig.ts',
    names: { startDeliveriesInstallation: 'startRig' },
  },
  'deliveries/measure-round.ts': { path: 'rig/measure-round.ts' },
  'deliveries/senders.ts': { path: 'rig/senders.ts' },
  'matching/installs/installation.ts': {
    path: 'matching/installs/installs-site.ts',
    names: { startInstallsInstallation: 'startInstallsSite' },
  },
  'redirect/installation.ts': {
    path: 'redirect/site.ts',
    names: { startRedirectInstallation: 'startSite' },
  },
}

/** Loads a module of the measured checkout, with the types of this one. */
async function load<Module>(path: string): Promise<Module> {
  const sources = join(process.cwd(), 'packages/bench/src')
  const former = existsSync(join(sources, path)) ? undefined : FORMER[path]
  const url = pathToFileURL(join(sources, former?.path ?? path))
  const loaded = (await import(url.href)) as Record<string, unknown>
  const renamed = Object.entries(former?.names ?? {}).map(([now, then]) => [now, loaded[then]])
  return { ...loaded, ...Object.fromEntries(renamed) } as Module
}

async function openClicks(): Promise<Subject> {
  const { startRedirectInstallation } = await load<typeof RedirectModule>(
    'redirect/installation.ts',
  )
  const { startLoad, flood } = await load<typeof MeasureModule>('redirect/measure.ts')
  const { requestsOf, statusOf } = await load<typeof RequestsModule>('redirect/requests.ts')
  const installation = await startRedirectInstallation(HAS_DEFAULTS)
  const settings = { port: installation.port, connections: CONNECTIONS.click }
  const started = await startLoad({ ...settings, requests: requestsOf('click', installation) })
  const target = { pid: installation.apiPid, load: started, status: statusOf('click') }
  let slices = 0
  return {
    warmUpSlices: WARM_UP_SLICES * CLICK_SLICES_PER_CHECKPOINT,
    measure: async () => {
      const { perSecond, answers, cpuMicros } = await flood(target, CLICK_SECONDS)
      slices += 1
      if (slices % CLICK_SLICES_PER_CHECKPOINT === 0) await installation.pool.query('CHECKPOINT')
      return { perSecond, cpuMicros, seconds: answers / perSecond }
    },
    close: async () => {
      await started.stop()
      await installation.close()
    },
  }
}

/** Half of the installs match by the referrer's token, the others find nothing. */
async function openInstalls(): Promise<Subject> {
  const { startInstallsInstallation } = await load<typeof InstallsModule>(
    'matching/installs/installation.ts',
  )
  const { makeRequests } = await load<typeof MakeRequestsModule>(
    'matching/installs/make-requests.ts',
  )
  const { sendAll } = await load<typeof SendAllModule>('matching/installs/send-all.ts')
  const installation = await startInstallsInstallation(HAS_DEFAULTS)
  await pinToCore(installation.ours.pid, 0)
  // The load generator is a child of this process and inherits its core.
  await pinToCore(process.pid, 1)
  const queue = await openQueueOf(installation.ours.pid)
  let slices = 0
  return {
    warmUpSlices: WARM_UP_SLICES,
    measure: async () => {
      const requests = [
        ...(await makeRequests(installation, { count: INSTALLS, by: 'nothing' })),
        ...(await makeRequests(installation, { count: INSTALLS, by: 'referrer' })),
      ]
      const order = requests.map((_, index) => (index % 2) * INSTALLS + (index >> 1))
      const mixed = order.map((index) => requests[index] ?? '')
      const options = { connections: CONNECTIONS.install, pool: installation.pool }
      const { perSecond, cpuMicros } = await sendAll(installation.ours, mixed, options)
      slices += 1
      // No worker runs here, and a full queue would accept no more jobs.
      await queue.flushall()
      // ANALYZE invalidates cached plans.
      await installation.pool.query(slices <= WARM_UP_SLICES ? 'ANALYZE' : 'CHECKPOINT')
      return { perSecond, cpuMicros, seconds: mixed.length / perSecond }
    },
    close: async () => {
      queue.disconnect()
      await installation.close()
    },
  }
}

/** Older checkouts pass the address of Redis only to their API. */
async function openQueueOf(apiPid: number): Promise<Redis> {
  const environment = await readFile(`/proc/${apiPid}/environ`, 'utf8')
  const url = /(?:^|\0)REDIS_URL=([^\0]+)/.exec(environment)?.[1]
  if (url === undefined) throw new Error('PATH contains no redis-server. Install it.')
  return new Redis(url)
}

async function openDeliveries(backend: Backend): Promise<Subject> {
  const { startDeliveriesInstallation } = await load<typeof DeliveriesModule>(
    'deliveries/installation.ts',
  )
  const { startWorkers } = await load<typeof SendersModule>('deliveries/senders.ts')
  const { measureRound } = await load<typeof MeasureRoundModule>('deliveries/measure-round.ts')
  const installation = await startDeliveriesInstallation(backend, HAS_DEFAULTS)
  const workers = await startWorkers(installation, { concurrency: 200 })
  const count = DELIVERIES[backend]
  let slices = 0
  return {
    warmUpSlices: WARM_UP_SLICES,
    measure: async () => {
      const { perSecond, cpuMicros } = await measureRound(workers, count)
      slices += 1
      await installation.pool.query(slices <= WARM_UP_SLICES ? 'ANALYZE' : 'CHECKPOINT')
      return { perSecond, cpuMicros, seconds: count / perSecond }
    },
    close: async () => {
      await workers.stop()
      await installation.close()
    },
  }
}

const OPEN: Record<HotPath, () => Promise<Subject>> = {
  click: openClicks,
  install: openInstalls,
  delivery: () => openDeliveries('redis'),
  'delivery-postgresql': () => openDeliveries('postgresql'),
}

const subject = await OPEN[process.argv[2] as HotPath]()
for (let slice = 0; slice < subject.warmUpSlices; slice += 1) await subject.measure()
const say = (message: FromSlices) => process.send?.(message)
// If the parent process has gone, nothing else would stop the servers.
process.on('disconnect', () => void subject.close().finally(() => process.exit()))
process.on('message', (message: ToSlices) => {
  if (message.kind === 'measure')
    void subject.measure().then((slice) => say({ kind: 'slice', slice }), fail)
  else void subject.close().then(() => say({ kind: 'closed' }), fail)
})
say({ kind: 'ready' })

function fail(error: unknown): void {
  process.stderr.write(
    `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exit(1)
}
