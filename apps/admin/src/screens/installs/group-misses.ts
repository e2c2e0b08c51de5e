import type { NearMiss } from '../../api/types.js'

export interface MissGroup {
  /** The newest of them. */
  miss: NearMiss
  count: number
  oldestAgeSeconds: number
}

/** Groups clicks of one link with the same reasons: for example several attempts of one person. */
export function groupMisses(misses: readonly NearMiss[]): MissGroup[] {
  const groups = new Map<string, MissGroup>()
  for (const miss of misses) {
    const { link_id: link, platform, why_not: reasons, age_seconds: age } = miss
    const key = [link, platform, ...reasons].join(' ')
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { miss, count: 1, oldestAgeSeconds: age })
    else {
      group.count += 1
      group.oldestAgeSeconds = Math.max(group.oldestAgeSeconds, age)
      if (age < group.miss.age_seconds) group.miss = miss
    }
  }
  return [...groups.values()]
}
