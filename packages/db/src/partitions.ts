import type { Db } from './client.js'

/** How many months after this one have their partitions made in every partitioned table. */
export async function countPartitionsAhead(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<{ ahead: number }[]>`SELECT partitions_ahead() AS ahead`
  return row?.ahead ?? 0
}

/** Makes the missing partitions from this month to `monthsAhead` on; safe from many processes at once. */
export async function ensurePartitions(db: Db, monthsAhead = 3): Promise<void> {
  await db.$executeRaw`SELECT ensure_partitions(${monthsAhead}::integer)`
}
