import { describe, expect, it } from '@jest/globals'
import { toScaleMarkdown } from './scale-report.js'
import { scaleAimsOf, type ScaleReport, type SizeCosts } from './scale-report.js'

/** The time of calls at addresses with few visits; the complete call takes ten times as long. */
const size = (visits: number, p50Ms: number): SizeCosts => {
  const waits = (ms: number, calls: number) => ({ calls, matches: calls, p50Ms: ms, p99Ms: ms * 3 })
  return {
    visits,
    bare: { quiet: waits(p50Ms, 30), crowded: waits(9, 10) },
    http: { quiet: waits(p50Ms * 10, 30), crowded: waits(90, 10) },
  }
}

describe('a match', () => {
  it('is compared with nothing if it is measured at one size', () => {
    expect(scaleAimsOf({ sizes: [size(10_000, 1)] })).toEqual([])
  })

  it.each([
    ['a fifth more', 1.2, '+20 %', true],
    ['over a fifth more', 1.21, '+21 %', false],
    ['a fifth less', 0.8, '−20 %', true],
    ['over a fifth less, which is no steady figure either', 0.79, '−21 %', false],
  ])('is decided by its time if it takes %s', (_, p50Ms, reached, isReached) => {
    const sizes = [size(10_000, 1), size(100_000, 1.04), size(1_000_000, p50Ms)]
    expect(scaleAimsOf({ sizes })).toMatchObject([
      { reached: `+4 %, ${reached}`, isReached },
      { reached: `+4 %, ${reached}`, isReached },
    ])
  })
})

it('shows every size, the targets and both plans', () => {
  const report: ScaleReport = {
    machine: {
      processor: 'x',
      cores: 2,
      memoryGib: 4,
      node: 'v20.20.2',
      commit: 'abc1234',
      isModified: false,
      versions: { postgresql: '18.4' },
      startedAt: '2026-03-01T09:30:00.000Z',
      loadAverage: [0, 0, 0],
    },
    seed: 1,
    seconds: 300.4,
    fillSeconds: 200.6,
    sizes: [size(10_000, 1), size(1_000_000, 1.3)],
    plans: { quiet: ['Limit of few'], crowded: ['Limit of many'] },
  }
  const lines = toScaleMarkdown(report).split('\n')
  expect(lines[0]).toContain(
    'in 300 s, 201 s of them to write the visits, code of abc1234, 2026-03-01, 2 cores',
  )
  expect(lines[0]).toContain(
    'over 30 installs at addresses with few visits, or 10 at crowded addresses',
  )
  expect(lines).toContain(
    '| 1,000,000 | read and decision | 1.30 ms | 3.90 ms | 9.00 ms | 27.00 ms |',
  )
  expect(lines.filter((line) => line.endsWith('| +30 % | missed |'))).toHaveLength(2)
  expect(lines.join('\n')).toContain(
    '1,000,000 open visits, at an address with few visits:\n\n```\nLimit of few\n```',
  )
  expect(lines.join('\n')).toContain('At a crowded address:\n\n```\nLimit of many\n```')
})
