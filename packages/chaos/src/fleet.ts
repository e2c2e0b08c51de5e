import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '@throughline/testkit/installation/programs'
import type { Service } from '@throughline/testkit/installation/service'
import { clientEntries, type ChaosInstallation } from './installation.js'
import { promise, type Promised } from './scenario.js'

/** The processes of an installation while they are replaced by another version, as an orchestrator does. */
export interface Fleet {
  readonly workers: Service[]
  readonly apis: Service[]
  /** Replaces one process after the other, workers first. Each keeps its port. */
  roll(bundles: string): Promise<void>
  /** Ends and replaces one process, also by the same version. */
  replace(service: Service, bundles: string): Promise<Service>
  /** To be called after the run. */
  promises(): Promise<Promised[]>
}

export function openFleet(installation: ChaosInstallation): Fleet {
  const workers = [...installation.workers]
  const apis = [...installation.apis]
  const all = new Set([...workers, ...apis])
  const codes: (number | string)[] = []
  const replace = async (service: Service, folder: string) => {
    codes.push(await service.end('SIGTERM'))
    const app: App = apis.includes(service) ? 'api' : 'worker'
    const next = await installation.prepare(app, { port: service.port, programs: { folder } })
    all.add(next)
    for (const list of [workers, apis]) {
      const place = list.indexOf(service)
      if (place >= 0) list[place] = next
    }
    await next.start()
    return next
  }
  return {
    workers,
    apis,
    replace,
    roll: async (bundles) => {
      for (const service of [...workers, ...apis]) await replace(service, bundles)
    },
    promises: async () => {
      const unasked = [...all].flatMap((service) => service.unasked)
      const bad = codes.filter((code) => code !== 0)
      const errors = await clientErrors(installation)
      return [
        none('each process exits with code 0', bad),
        none('no process of either version exits unexpectedly', unasked),
        none('no request fails', errors),
        none('no statement fails', await failedStatements(installation)),
      ]
    },
  }
}

/** What PostgreSQL logged as an error. `migrate` cancels statements that wait for a lock, and a busy machine others. */
async function failedStatements({ home }: ChaosInstallation): Promise<string[]> {
  const log = await readFile(join(home, 'postgres.log'), 'utf8')
  return [...log.matchAll(/ERROR: {2}(.*)/g)].flatMap(([, text = '']) =>
    text.startsWith('canceling statement') ? [] : [text],
  )
}

/** A load balancer sends a request to the next server if a new connection is refused. */
async function clientErrors(installation: ChaosInstallation): Promise<string[]> {
  const entries = await clientEntries(installation)
  return entries.flatMap((entry) => {
    if (entry.kind !== 'refused') return []
    return entry.code === 'ECONNREFUSED' && !entry.isReused ? [] : [entry.code]
  })
}

function none(text: string, found: unknown[]): Promised {
  const kinds = [...new Set(found)].slice(0, 5)
  return promise(
    text,
    found.length === 0,
    found.length === 0 ? 0 : `${found.length}: ${kinds.join(', ')}`,
  )
}
