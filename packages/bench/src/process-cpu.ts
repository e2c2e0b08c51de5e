import { readFile } from 'node:fs/promises'
import type pg from 'pg'

/** The unit of /proc/[pid]/stat: USER_HZ is 100 on Linux. */
const TICK_MS = 10

/** CPU time of a process since its start, in milliseconds: user and system, all threads. Linux only. */
export async function processCpuMs(pid: number): Promise<number> {
  const { ownMs } = await readStat(pid)
  return ownMs
}

/**
 * The CPU of PostgreSQL since its start, in milliseconds: of the processes that it lists, of their parent, and of those
 * that have ended, such as an autovacuum, which the parent has waited for.
 */
export async function postgresCpuMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pid FROM pg_stat_activity')
  const running = await Promise.all(rows.map(({ pid }) => readStat(pid).catch(() => null)))
  const listed = running.filter((stat) => stat !== null)
  const parent = await readStat(listed[0]?.parent ?? NaN)
  return listed.reduce((sum, { ownMs }) => sum + ownMs, parent.ownMs + parent.endedMs)
}

async function readStat(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name, in parentheses, may contain spaces. After it come state and ppid, fields 3 and 4.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const field = (number: number) => Number(fields[number - 3])
  return {
    parent: field(4),
    ownMs: (field(14) + field(15)) * TICK_MS,
    endedMs: (field(16) + field(17)) * TICK_MS,
  }
}
