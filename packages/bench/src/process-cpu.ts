import { readFile } from 'node:fs/promises'
import type pg from 'pg'

/** The unit of /proc/[pid]/stat: USER_HZ is 100 on Linux. */
const TICK_MS = 10

/** CPU time of a process since its start, in milliseconds: user and system, all threads. Linux only. */
export async function processCpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name, in parentheses, may contain spaces. utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** The CPU of all processes that PostgreSQL lists, including its own. Excludes those that have ended. */
export async function backendsCpuMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pid FROM pg_stat_activity')
  const each = await Promise.all(rows.map(({ pid }) => processCpuMs(pid).catch(() => 0)))
  return each.reduce((sum, ms) => sum + ms, 0)
}
