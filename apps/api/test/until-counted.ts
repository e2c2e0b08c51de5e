import type { Database } from '@throughline/db/connection/database'
import { waitFor } from '@throughline/testkit/wait-for'

/** Waits until all written clicks are counted. */
export async function untilCounted({ prisma }: Pick<Database, 'prisma'>): Promise<void> {
  const isDone = async () => (await prisma.clickDelta.count()) === 0
  await waitFor(isDone, { what: 'the clicks to be counted' })
}
