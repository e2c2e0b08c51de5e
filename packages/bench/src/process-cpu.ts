import { readFile } from 'node:fs/promises'
import type pg from 'pg'

/** Linux counts in hundredths of a second, whatever its kernel's own tick is. */
const TICK_MS = 10

/** CPU that a process has used since its start, user and system, all its threads, in milliseconds. Linux only. */
export async function processCpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name, in parentheses, may hold spaces; utime and stime are fields 14 and 15 of the whole line.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** The CPU of all processes that PostgreSQL lists, including its own. Excludes those that have ended. */
export async function backendsCpuMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pid FROM pg_stat_activity')
  const each = await Promise.all(rows.map(({ pid }) => processCpuMs(pid).catch(() => 0)))
  return each.reduce((sum, ms) => sum + ms, 0)
}
