import { databaseProblem } from '@throughline/db/connection/errors'
import { countPartitionsAhead } from '@throughline/db/retention/partitions'
import { pingDatabase, withDatabaseTimeout } from '@throughline/db/connection/with-timeout'
import type { AppContext } from '../context.js'

/** What the process can't do just now, in words that name the part that is missing; null where it can. */
export interface Readiness {
  /** `/readyz`: needs PostgreSQL and room for next month's rows, but no Redis. */
  notReadyReason: () => Promise<string | null>
  /** `/readyz/links`: the link hosts can answer, if need be from memory and the spool. */
  linksNotReadyReason: () => Promise<string | null>
}

type Parts = Pick<AppContext, 'database' | 'isStopping' | 'startProblem' | 'linkStore'>

/** Probes come every few seconds. */
const KEPT_MS = 1_000

interface Reasons {
  all: string | null
  links: string | null
}

/**
 * It is asked by anybody, on any host and past the limit of requests in work: all who ask within a second share one
 * look.
 */
export function createReadiness(ctx: Parts): Readiness {
  let look: Promise<Reasons> | null = null
  let keptUntilMs = 0
  const reasons = () => {
    if (ctx.isStopping()) return Promise.resolve({ all: 'stopping', links: 'stopping' })
    if (look !== null && performance.now() < keptUntilMs) return look
    keptUntilMs = Infinity
    look = findReasons(ctx).finally(() => {
      keptUntilMs = performance.now() + KEPT_MS
    })
    return look
  }
  return {
    notReadyReason: async () => (await reasons()).all,
    linksNotReadyReason: async () => (await reasons()).links,
  }
}

/** Never rejects. */
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

/** Without the database clicks go to the spool, and links come from memory. */
async function findLinksProblem({ linkStore }: Parts, problem: string): Promise<string | null> {
  if (!linkStore.knowsLinks()) return `${problem}; no link is known without it`
  return (await linkStore.hasSpoolRoom()) ? null : `${problem}; the spool has no room for clicks`
}
