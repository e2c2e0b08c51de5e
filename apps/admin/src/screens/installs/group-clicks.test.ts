import { expect, it } from '@jest/globals'
import type { Candidate, Explanation, NearMiss, NearMisses } from '../../api/types.js'
import { groupClicks } from './group-clicks.js'

const miss = (ageSeconds: number, change: Partial<NearMiss> = {}): NearMiss => ({
  click_id: `${ageSeconds}`,
  link_id: 1,
  code: 'SPRING7',
  platform: 'ios',
  clicked_at: '2026-11-24T00:00:00.000Z',
  age_seconds: ageSeconds,
  why_not: ['outside_window'],
  ...change,
})
const candidate = (verdict: string, score: number | null = null) =>
  ({
    click_id: verdict,
    link_id: 2,
    code: 'AUTUMN',
    age_seconds: 60,
    verdict,
    score,
  }) as Candidate

function groups(candidates: Candidate[], data: NearMiss[], byReason: NearMisses['by_reason'] = []) {
  const near = { data, by_reason: byReason, looked_at: 0, looked_back_to: '' }
  return groupClicks({ candidates, near } as unknown as Explanation)
}

it('joins the clicks of a link that have the same outcome, the newest first', () => {
  const found = groups([], [miss(90), miss(30), miss(40, { link_id: 3, code: 'MIRA' })])
  expect(found.map(({ outcome }) => outcome)).toEqual(['outside_window'])
  expect(found[0]?.rows.map(({ code, clicks }) => [code, ...clicks.map(({ id }) => id)])).toEqual([
    ['SPRING7', '30', '90'],
    ['MIRA', '40'],
  ])
})

it('puts the reason that decides first, and says further ones once', () => {
  const reasons: NearMiss['why_not'] = ['outside_window', 'no_landing_page']
  const [group] = groups([], [miss(30, { why_not: reasons }), miss(90, { why_not: reasons })])
  expect(group).toMatchObject({ outcome: 'outside_window' })
  expect(group?.also).toEqual([{ outcome: 'no_landing_page', count: 2 }])
})

it.each(['embedded', 'recorded_by_app', 'consumed', 'other_platform'] as const)(
  'leaves out what cannot matter beside %s',
  (reason) => {
    const [group] = groups([], [miss(30, { why_not: [reason, 'no_landing_page'] })])
    expect(group).toMatchObject({ outcome: reason, also: [] })
  },
)

it('begins with what was compared, and ends with clicks that are only counted', () => {
  const found = groups(
    [candidate('crowded_address'), candidate('not_chosen', 0.2), candidate('claimed', 0.9)],
    [miss(30)],
    [
      { reason: 'compared', count: 2 },
      { reason: 'other_platform', count: 52 },
      { reason: 'outside_window', count: 45 },
    ],
  )
  expect(found.map(({ outcome, count, rows }) => [outcome, count, rows.length])).toEqual([
    ['compared', 2, 2],
    ['crowded_address', 1, 1],
    ['outside_window', 45, 1],
    ['other_platform', 52, 0],
  ])
  expect(found[0]?.rows.map(({ kind, verdict }) => [kind, verdict])).toEqual([
    ['winner', 'claimed'],
    ['other', 'not_chosen'],
  ])
})
