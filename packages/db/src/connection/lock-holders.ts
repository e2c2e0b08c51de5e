import pg from 'pg'

export interface LockHolder {
  pid: number
  /** The program, its user and for how long its transaction has been open. */
  who: string
}

export interface LockWatch {
  seen(): LockHolder[]
  stop(): Promise<LockHolder[]>
}

/** Checks periodically, on its own connections, which processes block the PostgreSQL process `pid`. */
export function watchLocks(databaseUrl: string, pid: number, everyMs: number): LockWatch {
  let seen: LockHolder[] = []
  let looking: Promise<void> | null = null
  const look = async () => {
    const holders = await findHolders(databaseUrl, pid).catch(() => [])
    if (holders.length > 0) seen = holders
    looking = null
  }
  const timer = setInterval(() => {
    looking ??= look()
  }, everyMs)
  return {
    seen: () => seen,
    stop: async () => {
      clearInterval(timer)
      await looking
      return seen
    },
  }
}

/** PostgreSQL may show only the process number for processes of other users. */
const FIND = `
SELECT DISTINCT h.pid,
       concat_ws(', ', nullif(a.application_name, ''), 'user ' || a.usename,
                 'for ' || round(extract(epoch FROM clock_timestamp() - a.xact_start)) || ' s') AS who
  FROM unnest(pg_blocking_pids($1)) AS h(pid) LEFT JOIN pg_stat_activity a ON a.pid = h.pid`

async function findHolders(connectionString: string, pid: number): Promise<LockHolder[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<LockHolder>(FIND, [pid])).rows
  } finally {
    await client.end()
  }
}
