import type pg from 'pg'

/**
 * Ends a connection of the pool whose statement was given up for its silence. Its answer may still come, and
 * Prisma's ROLLBACK, given up in its turn, was perhaps never sent: handed out again, the connection would
 * answer somebody else's statement late, or run it inside a transaction that nobody commits.
 */
export function closeStalledClients(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    // All its overloads at once; what goes in and comes out stays as it is.
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const watched = (...args: unknown[]): unknown => {
      const result = query(...args)
      if (result instanceof Promise) result.catch((error: unknown) => endIfSilent(client, error))
      return result
    }
    Object.assign(client, { query: watched })
  })
}

function endIfSilent(client: pg.PoolClient, error: unknown): void {
  if (!(error instanceof Error) || error.message !== 'Query read timeout') return
  // With a statement still unanswered this cuts the connection instead of waiting.
  void (client as pg.PoolClient & Pick<pg.Client, 'end'>).end().catch(() => undefined)
}
