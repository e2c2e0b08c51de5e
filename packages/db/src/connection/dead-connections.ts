import type pg from 'pg'

/** Closes a connection whose statement timed out: a later caller would get its answer or its open transaction. */
export function closeStalledClients(pool: pg.Pool): void {
  pool.on('connect', (client) => {
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
  // With an unanswered statement this closes the socket instead of waiting.
  void (client as pg.PoolClient & Pick<pg.Client, 'end'>).end().catch(() => undefined)
}
