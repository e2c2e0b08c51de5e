import type { Finding } from './scenario.js'

/** A build of the product with one guarantee switched off, and the scenario that must notice. */
export interface Mutant {
  name: string
  /** What is switched off. */
  without: string
  file: string
  /** Must be in the file exactly once. */
  find: string
  replace: string
  /** The scenario that must fail, and how often of what it counts suffices. */
  failsIn: string
  runs: number
  /** The promise that must break there. */
  breaks: string
}

const RECORDED_ONCE = 'each success recorded once'

export const MUTANTS: Mutant[] = [
  {
    name: 'no-outbox',
    without: 'deliveries are written after the answer, not in the transaction of their event',
    file: 'apps/api/src/domain/attribution/install-store.ts',
    find: `    const { areWritten, deliveries } = await writeDecisions(pool, decisions, EVENT_TYPE)
`,
    replace: `    const { areWritten, deliveries } = await writeDecisions(pool, decisions, 'of_no_webhook')
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
    breaks: '0 lost',
  },
  {
    name: 'no-lease',
    without: 'a claim holds nothing: its lease ends as it begins',
    file: 'packages/db/src/deliveries/claim-deliveries.ts',
    find: 'lease_until = clock_timestamp() + $4::int',
    replace: 'lease_until = clock_timestamp() + 0 * $4::int',
    failsIn: 'C13',
    runs: 25,
    breaks: '0 duplicates',
  },
  {
    name: 'no-sweeper',
    without: 'nobody looks for rows whose job is lost',
    file: 'apps/worker/src/worker.ts',
    find: '      startSweeper(ctx),\n',
    replace: '',
    failsIn: 'C4',
    // Redis forgets every job.
    runs: 1,
    breaks: '0 lost',
  },
  {
    name: 'no-token',
    without: 'a success is taken whoever has the lease',
    file: 'packages/db/src/deliveries/record-successes.ts',
    find: ' AND d.lease_token = r.token',
    replace: '',
    failsIn: 'C7',
    runs: 1,
    breaks: RECORDED_ONCE,
  },
  {
    name: 'no-token-of-failures',
    without: 'a failure is taken whoever has the lease: what has succeeded is sent again',
    file: 'packages/db/src/deliveries/record-failures.ts',
    find: ' AND d.lease_token = r.token',
    replace: '',
    failsIn: 'C7',
    runs: 1,
    breaks: RECORDED_ONCE,
  },
  {
    name: 'no-fair-shares',
    without: 'slots are limited per webhook only: all projects count as one, and no host is slow',
    file: 'apps/worker/src/deliveries/concurrency-limiter.ts',
    find: `      return { kind: 'acquired', project: projects.get(projectKey), host, webhook }
    },
    hostAt: ({ webhook, host }: Slot, url: string): HostLoad => {
      webhook.goesTo(url)
      return webhook.hostKey === null ? host : hosts.get(webhook.hostKey)
`,
    replace: `      const everybody = new HostLoad()
      everybody.pace = 'fast'
      return { kind: 'acquired', project: projects.get('all'), host: everybody, webhook }
    },
    hostAt: ({ host }: Slot, url: string): HostLoad => {
      return host
`,
    failsIn: 'C14',
    runs: 10,
    breaks: 'among 1 hostile: median ≤ 250 ms',
  },
  {
    name: 'new-job-ids',
    without: 'the sweeper gives each job that it adds a new id',
    file: 'packages/db/src/deliveries/sweep-deliveries.ts',
    find: 'UPDATE deliveries d SET enqueued_at = clock_timestamp()',
    replace: 'UPDATE deliveries d SET seq = d.seq + 1, enqueued_at = clock_timestamp()',
    failsIn: 'C15',
    runs: 45,
    breaks: 'jobs ≤ 1.2 × open deliveries + open resends',
  },
]

/** Whether a run broke the promise that it had to: one that failed by something else has shown nothing. */
export function hasNoticed({ breaks }: Mutant, { promises }: Pick<Finding, 'promises'>): boolean {
  return promises.some(({ promise, isKept }) => promise === breaks && !isKept)
}

/** @throws Error when there is none of that name */
export function findMutant(name: string): Mutant {
  const mutant = MUTANTS.find((one) => one.name === name)
  if (mutant === undefined)
    throw new Error(
      `No such mutant: ${name}. There are ${MUTANTS.map((one) => one.name).join(', ')}`,
    )
  return mutant
}
