import { describe, expect, it } from '@jest/globals'
import { learnModel, type MatchCount } from './learned-model.js'
import type { MatchModel } from './match-model.js'
import { TEST_MODEL } from './test-fixtures.js'
import { weighSignals } from './weigh-click.js'

const DAY = '2026-12-01'

const count = (columns: Partial<MatchCount>): MatchCount => ({
  projectId: 'p1',
  platform: 'android',
  signal: 'model',
  relation: 'same',
  bucket: 'other',
  agrees: 0,
  differs: 0,
  ...columns,
})

const learn = (...counts: Partial<MatchCount>[]) => learnModel(TEST_MODEL, counts.map(count), DAY)
const rates = (model: MatchModel) => model.signals.android.model
const shipped = rates(TEST_MODEL)

/** The same count in many projects, none of which is large enough to be limited. */
const inProjects = (projects: number, columns: Partial<MatchCount>) =>
  Array.from({ length: projects }, (_, n) => ({ ...columns, projectId: `p${n}` }))

describe('the learned model', () => {
  it('is the shipped model without counts', () => {
    expect(learn()).toBe(TEST_MODEL)
  })

  it('names the shipped model and the day, and keeps values that no token labels', () => {
    const model = learn({ agrees: 1 })
    const { signals, timeToInstall } = model
    const version = `${TEST_MODEL.version}+${DAY}`
    expect(model).toEqual({ ...TEST_MODEL, version, signals, timeToInstall })
  })

  it('combines 1,000 shipped observations and the counted ones in each cell', () => {
    const model = learn(...inProjects(10, { agrees: 40, differs: 40 }))
    expect(rates(model).same).toBeCloseTo((1_000 * shipped.same + 400) / 1_800, 12)
    expect(rates(model).different).toEqual(shipped.different)
    expect(model.signals.ios).toEqual(TEST_MODEL.signals.ios)
  })

  it('starts an unknown value as any other value', () => {
    const others = inProjects(10, { relation: 'different', agrees: 100 })
    const pixels = inProjects(10, { relation: 'different', bucket: 'pixel8', differs: 100 })
    const { different } = rates(learn(...others, ...pixels))
    const other = (1_000 * (shipped.different['other'] ?? 0) + 1_000) / 2_000
    expect(different['other']).toBeCloseTo(other, 12)
    expect(different['pixel8']).toBeCloseTo((1_000 * other) / 2_000, 12)
  })

  it('starts a version after an equal device as any other version after an equal device', () => {
    const bucket = 'same_device:17.4'
    const model = learn({ signal: 'os_version', relation: 'different', bucket, agrees: 100 })
    const { different } = TEST_MODEL.signals.android.os_version
    const start = different['same_device:other'] ?? 0
    const learned = model.signals.android.os_version.different
    expect(learned[bucket]).toBeCloseTo((1_000 * start + 100) / 1_100, 12)
    expect(learned['17.4']).toBeUndefined()
  })

  it('weights the shipped curve as 1,000 installs', () => {
    const ages = inProjects(10, { signal: 'age', bucket: '30', agrees: 100 })
    const older = { signal: 'age' as const, bucket: '7', agrees: 100 }
    const { timeToInstall } = learn(...ages, older)
    const [first = 0, second = 0] = TEST_MODEL.timeToInstall
    expect(timeToInstall[0]).toBeCloseTo(first / 2, 12)
    expect(timeToInstall[1]).toBeCloseTo((1_000 * second + 1_000) / 2_000, 12)
    expect(timeToInstall.reduce((sum, share) => sum + share)).toBeCloseTo(1, 12)
  })
})

describe('one project', () => {
  const flood = { projectId: 'poison', agrees: 0, differs: 1_000_000 }

  it('is at most 10 % of a cell', () => {
    expect(rates(learn(flood)).same).toBeCloseTo(shipped.same * 0.9, 6)
    const honest = inProjects(100, { agrees: 990, differs: 10 })
    const without = rates(learn(...honest)).same
    expect(rates(learn(...honest, flood)).same).toBeCloseTo(without * 0.9, 6)
  })

  it('is at most 10 % of a value’s cell, and of the curve', () => {
    const bucket = 'pixel8'
    const { different } = rates(learn({ ...flood, relation: 'different', bucket }))
    expect(different[bucket]).toBeCloseTo((shipped.different['other'] ?? 0) * 0.9, 6)
    const model = learn({ projectId: 'poison', signal: 'age', bucket: '1440', agrees: 1e6 })
    expect(model.timeToInstall.at(-1)).toBeCloseTo(
      0.9 * (TEST_MODEL.timeToInstall.at(-1) ?? 0) + 0.1,
      6,
    )
  })

  it('is limited beside other large ones', () => {
    const floods = ['a', 'b', 'c'].map((projectId) => ({ ...flood, projectId }))
    expect(rates(learn(...floods)).same).toBeCloseTo(shipped.same * 0.7, 6)
  })

  it('counts in full while it is small', () => {
    expect(rates(learn({ agrees: 100 })).same).toBeCloseTo((1_000 * shipped.same + 100) / 1_100, 12)
  })
})

it('a value named like a property of objects counts as any other value', () => {
  const weigh = (bucket: string) =>
    weighSignals(TEST_MODEL, 'android', [{ signal: 'model', outcome: 'agrees', bucket }])
  for (const bucket of ['constructor', 'toString', '__proto__'])
    expect(weigh(bucket)).toEqual(weigh('other'))
  const learned = learn({ relation: 'different', bucket: '__proto__', agrees: 100 })
  expect(Object.hasOwn(rates(learned).different, '__proto__')).toBe(true)
})
