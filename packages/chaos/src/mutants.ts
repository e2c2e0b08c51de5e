/** A build of the product with one guarantee switched off, and the scenario that must notice. */
export interface Mutant {
  name: string
  /** What is switched off. */
  without: string
  file: string
  /** Must be in the file exactly once. */
  find: string
  replace: string
  /** The scenario that must fail. */
  failsIn: string
}

export const MUTANTS: Mutant[] = [
  {
    name: 'no-outbox',
    without: 'deliveries are written after the answer, not in the transaction of their event',
    file: 'apps/api/src/install/install-store.ts',
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
  },
  {
    name: 'no-lease',
    without: 'a claim holds nothing: its lease ends as it begins',
    file: 'packages/db/src/deliveries/claim-deliveries.ts',
    find: 'lease_until = clock_timestamp() + $3::int',
    replace: 'lease_until = clock_timestamp() + 0 * $3::int',
    failsIn: 'C13',
  },
  {
    name: 'no-sweeper',
    without: 'nobody looks for rows whose job is lost',
    file: 'apps/worker/src/worker.ts',
    find: '      startSweeper(ctx),\n',
    replace: '',
    failsIn: 'C4',
  },
  {
    name: 'no-token',
    without: 'a result is taken whoever has the lease',
    file: 'packages/db/src/deliveries/record-successes.ts',
    find: ' AND d.lease_token = r.token',
    replace: '',
    failsIn: 'C7',
  },
]

/** @throws Error when there is none of that name */
export function findMutant(name: string): Mutant {
  const mutant = MUTANTS.find((one) => one.name === name)
  if (mutant === undefined)
    throw new Error(
      `No such mutant: ${name}. There are ${MUTANTS.map((one) => one.name).join(', ')}`,
    )
  return mutant
}
