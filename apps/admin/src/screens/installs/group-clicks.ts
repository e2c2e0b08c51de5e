import type { Candidate, Explanation, NearMiss } from '../../api/types.js'

/** Clicks of one link with the same outcome: often somebody who tried several times. */
export interface ClickRow {
  key: string
  code: string | null
  platform: string | null
  kind: 'winner' | 'other' | 'near'
  /** Of a compared click. */
  verdict: string | null
  score: number | null
  /** The newest first. */
  clicks: { id: string; ageSeconds: number }[]
}

export interface ClickGroup {
  /** `compared`, or the reason that decided. */
  outcome: string
  /** All clicks with this outcome, also those without a row. */
  count: number
  /** Further reasons against the clicks of the rows. */
  also: { outcome: string; count: number }[]
  rows: ClickRow[]
}

const COMPARED: readonly string[] = ['claimed', 'superseded', 'not_chosen']
/** Nobody can change these, so further reasons against the click do not matter. */
const FINAL: readonly string[] = ['embedded', 'recorded_by_app', 'consumed', 'other_platform']

interface Seen extends Omit<ClickRow, 'key' | 'clicks'> {
  outcome: string
  also: string[]
  link: number
  click: ClickRow['clicks'][number]
}

/** The clicks before an install by what became of them: compared ones first, then those that missed least. */
export function groupClicks({ candidates, near }: Explanation): ClickGroup[] {
  const seen = [...(candidates ?? []).map(seeCandidate), ...(near?.data ?? []).map(seeMiss)]
  const counts = new Map<string, number>(
    near?.by_reason.map(({ reason, count }) => [reason, count]),
  )
  const outcomes = new Set([...seen.map(({ outcome }) => outcome), ...counts.keys()])
  return [...outcomes]
    .map((outcome) => {
      const of = seen.filter((one) => one.outcome === outcome)
      return toGroup(outcome, of, Math.max(counts.get(outcome) ?? 0, of.length))
    })
    .sort((one, other) => rank(one) - rank(other))
}

/** Groups without a row come last; otherwise the order is that of the clicks. */
function rank({ outcome, rows }: ClickGroup): number {
  if (outcome === 'compared') return 0
  return rows.length > 0 ? 1 : 2
}

function toGroup(outcome: string, seen: readonly Seen[], count: number): ClickGroup {
  const rows = new Map<string, ClickRow>()
  const also = new Map<string, number>()
  for (const { link, click, also: reasons, code, platform, kind, verdict, score } of seen) {
    const row = { code, platform, kind, verdict, score }
    const key = [link, platform, verdict].join(' ')
    const known = rows.get(key)
    if (known === undefined) rows.set(key, { key, ...row, clicks: [click] })
    else known.clicks.push(click)
    for (const reason of reasons) also.set(reason, (also.get(reason) ?? 0) + 1)
  }
  for (const { clicks } of rows.values()) clicks.sort((a, b) => a.ageSeconds - b.ageSeconds)
  return {
    outcome,
    count,
    also: [...also].map(([reason, times]) => ({ outcome: reason, count: times })),
    rows: [...rows.values()].sort((one, other) => (other.score ?? -1) - (one.score ?? -1)),
  }
}

function seeCandidate(candidate: Candidate): Seen {
  const { click_id: id, link_id: link, code, age_seconds: ageSeconds, verdict, score } = candidate
  const isCompared = COMPARED.includes(verdict)
  return {
    link,
    code,
    platform: null,
    score,
    also: [],
    click: { id, ageSeconds },
    outcome: isCompared ? 'compared' : verdict,
    verdict: isCompared ? verdict : null,
    kind: verdict === 'claimed' ? 'winner' : isCompared ? 'other' : 'near',
  }
}

function seeMiss({ click_id: id, link_id: link, code, ...miss }: NearMiss): Seen {
  const { platform, age_seconds: ageSeconds, why_not: reasons } = miss
  const [outcome = 'none', ...others] = reasons
  const also = FINAL.includes(outcome) ? [] : others
  const click = { id, ageSeconds }
  return { link, code, platform, outcome, also, click, kind: 'near', verdict: null, score: null }
}
