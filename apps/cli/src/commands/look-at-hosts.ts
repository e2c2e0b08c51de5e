import type { Finding } from './finding.js'

/** What one check asks at most; the two checks that ask hosts take a minute in all. */
export const BOUNDS = {
  hosts: 500,
  /** After so long no host is asked any more; those under way take up to 5 s longer. */
  startMs: 25_000,
  atOnce: 8,
}

/**
 * Looks at hosts, some at once, until all have been asked or the time is over.
 *
 * @returns what was found, in the order of the hosts, and how many of them, from the first on, were asked
 */
export async function lookAtHosts<Host>(
  hosts: readonly Host[],
  look: (host: Host) => Promise<Finding[]>,
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
      found[at] = await look(host)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { findings: found.flat(), asked }
}

/** Says how many hosts were not asked, where that is any. */
export function leftOut(check: string, hosts: number): Finding[] {
  if (hosts === 0) return []
  const detail = `${hosts} more ${hosts === 1 ? 'host was' : 'hosts were'} left out: at most ${BOUNDS.hosts} are asked, for ${BOUNDS.startMs / 1000} s`
  return [{ check, ok: true, detail }]
}
