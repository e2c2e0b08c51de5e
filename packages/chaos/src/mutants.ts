import type { Replacement } from '@throughline/testkit/installation/programs'
import type { Finding } from './scenario.js'

/** A build of the product with one guarantee switched off, and the scenario that must detect it. */
export interface Mutant extends Replacement {
  /** The changed behavior, as a clause for the table. */
  without: string
  failsIn: string
  runs: number
  /** The promise that must break there. */
  breaks: string
}

const RECORDED_ONCE = 'each success is recorded once'

export const MUTANTS: Mutant[] = [
  {
    name: 'no-outbox',
    without: 'writes deliveries after the response, outside the transaction of their event',
    replace: `    const { areWritten, deliveries } = await writeDecisions(database, decisions, 'of_no_webhook')
    setTimeout(async () => {
      const { insertDeliveries } = await import('@throughline/db/deliveries/insert-deliveries')
      for (const [index, { projectId, match }] of decisions.entries()) {
        if (areWritten[index] !== true || match === null) continue
        const event = { projectId, eventId: match.eventId, type: EVENT_TYPE }
        await queue.enqueue(await insertDeliveries(database.prisma, event))
      }
    }, 50)
`,
    failsIn: 'C3',
    runs: 5,
    breaks: 'no delivery is lost',
  },
  {
    name: 'no-lease',
    without: 'claims a delivery with a lease that ends immediately',
    replace: 'const rows = await take(database, requests, 0)',
    failsIn: 'C16',
    runs: 20,
    breaks: 'no duplicates',
  },
  {
    name: 'no-sweeper',
    without: 'does not re-enqueue rows whose job is lost',
    replace: '',
    failsIn: 'C4',
    runs: 1,
    breaks: 'no delivery is lost',
  },
  {
    name: 'no-token',
    without: 'records a success after the worker has lost the lease',
    replace: "const HAS_LEASE = 'true'",
    failsIn: 'C7',
    runs: 1,
    breaks: RECORDED_ONCE,
  },
  {
    name: 'no-token-of-failures',
    without:
      'records a failure after the worker has lost the lease, so a succeeded delivery is sent again',
    replace: "const HAS_LEASE = 'true'",
    failsIn: 'C7',
    runs: 1,
    breaks: RECORDED_ONCE,
  },
  {
    name: 'no-fair-shares',
    without: 'limits attempts only per webhook: all projects count as one, and no host is slow',
    replace: `
  const own = createLoadsOfRequests()
  const loadsOf: typeof own = {
    request: (request) => {
      const { project } = own.request({ ...request, projectId: 'all' })
      const host = new HostLoad()
      host.pace = 'fast'
      return { ...own.request(request), project, host }
    },
    hostAt: ({ host }) => host,
  }`,
    failsIn: 'C14',
    runs: 10,
    breaks: 'with 1 hostile project: median ≤ 250 ms',
  },
  {
    name: 'new-job-ids',
    without: 'gives each job that the sweeper adds a new id',
    replace: `
    const newSeq = () => Math.floor(performance.timeOrigin + performance.now()) % 1_000_000_000
    const renamed = deliveries.map((delivery) => ({ ...delivery, seq: delivery.seq + newSeq() }))
    return { deliveries: renamed, isFull: deliveries.length === limit }`,
    failsIn: 'C15',
    runs: 45,
    breaks: 'jobs ≤ 1.2 × open deliveries + open resends',
  },
]

/** Whether a run broke the expected promise. A run that failed for another reason proves nothing. */
export function hasNoticed({ breaks }: Mutant, { promises }: Pick<Finding, 'promises'>): boolean {
  return promises.some(({ promise, isKept }) => promise === breaks && !isKept)
}

/** @throws Error if no mutant has that name */
export function findMutant(name: string): Mutant {
  const mutant = MUTANTS.find((one) => one.name === name)
  if (mutant === undefined)
    throw new Error(
      `No such mutant: ${name}. There are ${MUTANTS.map((one) => one.name).join(', ')}`,
    )
  return mutant
}
