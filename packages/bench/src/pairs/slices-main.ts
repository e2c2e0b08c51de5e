// Serves one hot path of the checkout that is the working directory; run by `bench pairs`.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Redis } from 'ioredis'
import type * as InstallsSiteModule from '../matching/installs/installs-site.js'
import type * as MakeRequestsModule from '../matching/installs/make-requests.js'
import type * as SendAllModule from '../matching/installs/send-all.js'
import type * as MeasureModule from '../redirect/measure.js'
import type * as PinModule from '../redirect/pin.js'
import type * as RequestsModule from '../redirect/requests.js'
import type * as SiteModule from '../redirect/site.js'
import type * as MeasureRoundModule from '../rig/measure-round.js'
import type * as RigModule from '../rig/rig.js'
import type * as SendersModule from '../rig/senders.js'
import type { FromSlices, HotPath, Slice, ToSlices } from './slices-messages.js'

interface Subject {
  measure(): Promise<Slice>
  close(): Promise<void>
}

const INSTALLS = 2_500
const DELIVERIES = 6_000
const CLICK_SECONDS = 3
const CONNECTIONS = { click: 64, install: 200 }
/** Slices before the first that counts, so that code is compiled and pages are in memory. */
const WARM_UP_SLICES = 3

/** A module of the checkout that is measured, with the types of this one. */
async function load<Module>(path: string): Promise<Module> {
  const url = pathToFileURL(join(process.cwd(), 'packages/bench/src', path))
  return (await import(url.href)) as Module
}

async function openClicks(): Promise<Subject> {
  const { startSite } = await load<typeof SiteModule>('redirect/site.ts')
  const { startLoad, flood } = await load<typeof MeasureModule>('redirect/measure.ts')
  const { requestsOf, statusOf } = await load<typeof RequestsModule>('redirect/requests.ts')
  const site = await startSite()
  const settings = { port: site.port, connections: CONNECTIONS.click }
  const started = await startLoad({ ...settings, requests: requestsOf('click', site) })
  const target = { pid: site.apiPid, load: started, status: statusOf('click') }
  return {
    measure: async () => {
      const { perSecond, answers, cpuMicros } = await flood(target, CLICK_SECONDS)
      await site.pool.query('CHECKPOINT')
      return { perSecond, cpuMicros, seconds: answers / perSecond }
    },
    close: async () => {
      await started.stop()
      await site.close()
    },
  }
}

/** One install in two matches by its referrer's token, and one finds nothing. */
async function openInstalls(): Promise<Subject> {
  const { startInstallsSite } = await load<typeof InstallsSiteModule>(
    'matching/installs/installs-site.ts',
  )
  const { makeRequests } = await load<typeof MakeRequestsModule>(
    'matching/installs/make-requests.ts',
  )
  const { sendAll } = await load<typeof SendAllModule>('matching/installs/send-all.ts')
  const { pin } = await load<typeof PinModule>('redirect/pin.ts')
  const site = await startInstallsSite()
  await pin(site.ours.pid, 0)
  // The load is a child of this process, and stays on its core.
  await pin(process.pid, 1)
  const queue = await openQueueOf(site.ours.pid)
  let slices = 0
  return {
    measure: async () => {
      const requests = [
        ...(await makeRequests(site, { count: INSTALLS, by: 'nothing' })),
        ...(await makeRequests(site, { count: INSTALLS, by: 'referrer' })),
      ]
      const order = requests.map((_, index) => (index % 2) * INSTALLS + (index >> 1))
      const mixed = order.map((index) => requests[index] ?? '')
      const options = { connections: CONNECTIONS.install, pool: site.pool }
      const { perSecond, cpuMicros } = await sendAll(site.ours, mixed, options)
      slices += 1
      // Nobody delivers here, and a full queue would take no more jobs.
      await queue.flushall()
      // Cached plans are made anew after ANALYZE.
      await site.pool.query(slices <= WARM_UP_SLICES ? 'ANALYZE' : 'CHECKPOINT')
      return { perSecond, cpuMicros, seconds: mixed.length / perSecond }
    },
    close: async () => {
      queue.disconnect()
      await site.close()
    },
  }
}

/** Older checkouts do not tell where their Redis is, but to their API. */
async function openQueueOf(apiPid: number): Promise<Redis> {
  const environment = await readFile(`/proc/${apiPid}/environ`, 'utf8')
  const url = /(?:^|\0)REDIS_URL=([^\0]+)/.exec(environment)?.[1]
  if (url === undefined) throw new Error('There is no redis-server on PATH: install it')
  return new Redis(url)
}

async function openDeliveries(): Promise<Subject> {
  const { startRig } = await load<typeof RigModule>('rig/rig.ts')
  const { startWorkers } = await load<typeof SendersModule>('rig/senders.ts')
  const { measureRound } = await load<typeof MeasureRoundModule>('rig/measure-round.ts')
  const rig = await startRig('redis')
  const workers = await startWorkers(rig, { concurrency: 200 })
  let slices = 0
  return {
    measure: async () => {
      const { perSecond, cpuMicros } = await measureRound(workers, DELIVERIES)
      slices += 1
      await rig.pool.query(slices <= WARM_UP_SLICES ? 'ANALYZE' : 'CHECKPOINT')
      return { perSecond, cpuMicros, seconds: DELIVERIES / perSecond }
    },
    close: async () => {
      await workers.stop()
      await rig.close()
    },
  }
}

const OPEN: Record<HotPath, () => Promise<Subject>> = {
  click: openClicks,
  install: openInstalls,
  delivery: openDeliveries,
}

const subject = await OPEN[process.argv[2] as HotPath]()
for (let slice = 0; slice < WARM_UP_SLICES; slice += 1) await subject.measure()
const say = (message: FromSlices) => process.send?.(message)
// Without the process that asks, nobody would ever end this one's servers.
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
