import { describe, expect, it } from '@jest/globals'
import type { NewDecision } from './decision-statement.js'
import { dedupeDecisions } from './write-decisions.js'

const decision = (installId: string, clickId: string | null, superseded: string[] = []) => {
  const match = clickId === null ? null : { clickId, supersededClickIds: superseded }
  // The function reads only the compared fields.
  return { installId, match } as NewDecision
}

/** Indexes, each with its clicks. */
const chosen = (...decisions: NewDecision[]) =>
  [...dedupeDecisions(decisions)].map(([place, { match }]) => [
    place,
    match?.supersededClickIds ?? [],
  ])

describe('dedupeDecisions', () => {
  it('keeps the first decision of each install', () => {
    expect(chosen(decision('a', null), decision('b', null), decision('a', 'x'))).toEqual([
      [0, []],
      [1, []],
    ])
  })

  it('keeps the first install that claims a click', () => {
    expect(chosen(decision('a', 'x'), decision('b', 'x'), decision('c', 'y'))).toEqual([
      [0, []],
      [2, []],
    ])
  })

  it('prefers an install that claims a click over one that would supersede it', () => {
    expect(chosen(decision('a', 'x', ['y', 'z']), decision('b', 'y'))).toEqual([
      [0, ['z']],
      [1, []],
    ])
  })

  it('supersedes each click once', () => {
    expect(chosen(decision('a', 'x', ['z', 'z']), decision('b', 'y', ['z', 'w']))).toEqual([
      [0, ['z']],
      [1, ['w']],
    ])
  })
})
