import { promptly } from '@throughline/db/promptly'
import { isDatabaseUnavailable } from '@throughline/db/unavailable'
import { countPartitionsAhead } from '@throughline/db/partitions'
import type { AppContext } from '../context.js'

/** Why the API is not ready, or null. It needs PostgreSQL and room for next month's rows, but no Redis (contract §8). */
export async function notReadyReason(
  ctx: Pick<AppContext, 'database' | 'isStopping'>,
): Promise<string | null> {
  if (ctx.isStopping()) return 'stopping'
  try {
    const ahead = await promptly(countPartitionsAhead(ctx.database.prisma))
    return ahead < 1
      ? 'no partition for next month: run the migrate command or start a worker'
      : null
  } catch (error) {
    return isDatabaseUnavailable(error)
      ? 'the database is away'
      : 'the database is not migrated: run the migrate command'
  }
}
