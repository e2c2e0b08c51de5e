import { databaseProblem } from '@throughline/db/connection/errors'
import { isSchemaBehind } from '@throughline/db/migrations/first-connection'
import { countPartitionsAhead } from '@throughline/db/retention/partitions'
import { pingDatabase, withDatabaseTimeout } from '@throughline/db/connection/with-timeout'
import type { AppContext } from '../context.js'

export interface Readiness {
  /** `/readyz`: needs PostgreSQL and a partition for next month, but not Redis. */
  notReadyReason: () => Promise<string | null>
  /** `/readyz/links`: needs PostgreSQL, or links in memory and a spool with room. Never ready on an older schema. */
  linksNotReadyReason: () => Promise<string | null>
}

type Parts = Pick<AppContext, 'database' | 'isStopping' | 'startProblem' | 'linkStore'>

const KEPT_MS = 1_000

interface Reasons {
  all: string | null
  links: string | null
}

/**
 * Anyone can request readiness on any host, and the load limit does not apply, so requests within a second share a
 * check.
 */
export function createReadiness(ctx: Parts): Readiness {
  let sample: Promise<Reasons> | null = null
  let keptUntilMs = 0
  const reasons = () => {
    if (ctx.isStopping()) return Promise.resolve({ all: 'stopping', links: 'stopping' })
    if (sample !== null && performance.now() < keptUntilMs) return sample
    keptUntilMs = Infinity
    sample = findReasons(ctx).finally(() => {
      keptUntilMs = performance.now() + KEPT_MS
    })
    return sample
  }
  return {
    notReadyReason: async () => (await reasons()).all,
    linksNotReadyReason: async () => (await reasons()).links,
  }
}

async function findReasons(ctx: Parts): Promise<Reasons> {
  const problem = ctx.startProblem() ?? (await findDatabaseProblem(ctx))
  if (problem !== null) return { all: problem, links: await findLinksProblem(ctx, problem) }
  return { all: await findPartitionProblem(ctx), links: null }
}

async function findDatabaseProblem({ database }: Parts): Promise<string | null> {
  try {
    await pingDatabase(database)
    return null
  } catch (error) {
    return databaseProblem(error)
  }
}

async function findPartitionProblem({ database }: Parts): Promise<string | null> {
  try {
    const ahead = await withDatabaseTimeout(countPartitionsAhead(database.prisma))
    return ahead < 1
      ? 'PostgreSQL: no partition for next month: run the migrate command or start a worker'
      : null
  } catch (error) {
    return databaseProblem(error)
  }
}

/**
 * Link hosts work without the database if they can spool clicks and have links in memory. A missing migration always
 * counts, so that a roll-out stops at its first process.
 */
async function findLinksProblem({ linkStore }: Parts, problem: string): Promise<string | null> {
  if (isSchemaBehind(problem)) return problem
  if (!linkStore.knowsLinks()) return `${problem}; no links are cached`
  return (await linkStore.hasSpoolRoom()) ? null : `${problem}; the spool has no room for clicks`
}
