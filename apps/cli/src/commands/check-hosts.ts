import type { Finding } from './finding.js'

/** Bounds of one check; both checks of hosts together take about a minute. */
export const BOUNDS = {
  hosts: 500,
  /** After this no more hosts are started; those in progress take up to 5 s longer. */
  startMs: 25_000,
  atOnce: 8,
}

/** Returns the findings in the order of the hosts, and how many of the first hosts were checked in time. */
export async function checkHosts<Host>(
  hosts: readonly Host[],
  check: (host: Host) => Promise<Finding[]>,
  { startMs, atOnce }: Pick<typeof BOUNDS, 'startMs' | 'atOnce'> = BOUNDS,
): Promise<{ findings: Finding[]; asked: number }> {
  const until = performance.now() + startMs
  const found: Finding[][] = []
  const queue = hosts.entries()
  let asked = 0
  const work = async () => {
    for (const [at, host] of queue) {
      if (performance.now() >= until) return
      asked += 1
      found[at] = await check(host)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { findings: found.flat(), asked }
}

export function reportUnchecked(check: string, hosts: number): Finding[] {
  if (hosts === 0) return []
  const detail = `${hosts} more ${hosts === 1 ? 'host was' : 'hosts were'} not checked: the limit is ${BOUNDS.hosts} hosts and ${BOUNDS.startMs / 1000} s`
  return [{ check, ok: true, detail }]
}
