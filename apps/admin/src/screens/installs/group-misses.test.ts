import { expect, it } from '@jest/globals'
import type { NearMiss } from '../../api/types.js'
import { groupMisses } from './group-misses.js'

const miss = (ageSeconds: number, change: Partial<NearMiss> = {}): NearMiss => ({
  ...{ click_id: String(ageSeconds), link_id: 1, code: 'SPRING7', platform: 'ios' },
  ...{ clicked_at: '2026-11-24T00:00:00.000Z', age_seconds: ageSeconds, why_not: ['consumed'] },
  ...change,
})

it('joins clicks of one link with the same reasons, and keeps the order otherwise', () => {
  const other = miss(40, { why_not: ['consumed', 'other_address'] })
  const foreign = miss(5, { link_id: 2 })
  expect(groupMisses([miss(30), other, miss(10), foreign, miss(90)])).toEqual([
    { miss: miss(10), count: 3, oldestAgeSeconds: 90 },
    { miss: other, count: 1, oldestAgeSeconds: 40 },
    { miss: foreign, count: 1, oldestAgeSeconds: 5 },
  ])
})
