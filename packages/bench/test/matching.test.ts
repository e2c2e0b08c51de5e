import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createRandom } from '@throughline/testkit/seeded-random'
import { DEFAULT_MIN_CONFIDENCE } from '@throughline/core/matching/match-model'
import { SHIPPED_MODEL } from '@throughline/core/matching/shipped-model'
import { openDatabase } from '@throughline/db/connection/database'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { race } from '../src/matching/contention/race.js'
import { simulateEpisode } from '../src/matching/simulate/simulate-episode.js'
import { readDecisions } from '../src/matching/simulate/read-decisions.js'
import {
  startMatchingInstallation,
  type MatchingInstallation,
} from '../src/matching/simulate/installation.js'
import type { CorpusReport } from '../src/matching/report/corpus-report.js'
import { verifyEpisode } from '../src/matching/report/verified-install.js'
import { decideByModel } from '../src/matching/fit/decide-by-model.js'
import { replay } from '../src/matching/replay/replay.js'
import { simulateSeed, toReport, type SeedRun } from '../src/matching/run-corpus.js'
import { measureScale } from '../src/matching/scale/measure-scale.js'
import type { EpisodeEvent } from '../src/matching/world/episode.js'
import { samplePerson } from '../src/matching/world/person.js'
import { createPlace, install, worldClick } from '../src/matching/world/place.js'

const MINUTES_MS = 60_000

describe('a small corpus on the real service', () => {
  let database: TestDatabase
  let installation: MatchingInstallation
  let run: SeedRun
  let report: CorpusReport
  /** The state after the run of the corpus. */
  let stored: Stored
  beforeAll(async () => {
    database = await createTestDatabase()
    installation = await startMatchingInstallation(database.url)
    run = await simulateSeed(installation, { installs: 60, seed: 4, print: () => undefined })
    report = toReport([run])
    stored = await countStored(installation)
  }, 3 * MINUTES_MS)
  afterAll(async () => {
    await installation.close()
    await database.drop()
  }, MINUTES_MS)

  const row = (scenario: string) => report.rows.find((one) => one.scenario === scenario)

  it('decides all installs by token correctly', () => {
    const byToken = report.aims.filter(({ text }) => text.startsWith('By a token'))
    for (const { rate, isReached } of byToken) {
      expect(rate.of).toBeGreaterThan(5)
      expect(isReached).toBe(true)
    }
    expect(row('play_referrer')?.matched).toBeGreaterThan(0)
    expect(row('clipboard')?.matched).toBeGreaterThan(0)
  })

  it('matches no install to a click of another project, by signals or by token', async () => {
    expect(row('two_projects')).toMatchObject({ falseOrganic: 0 })
    const place = placeOf(4)
    const phone = { model: 'SM-A155F', width: 384, height: 832, ratio: 2.8125 }
    const drawn = samplePerson(place.random, place.culture, {
      platform: 'android',
      browser: 'firefox',
    })
    const person = { ...drawn, phone }
    const address = place.ipv4()
    const own = worldClick(place, person, { address, atMinutes: 0 })
    const nothing = { kind: 'nothing' } as const
    const token = { kind: 'referrer', worldClickId: own.id } as const
    const events: EpisodeEvent[] = [
      own,
      install(place, person, { address, atMinutes: 1, project: 'game', carries: nothing }),
      install(place, person, { address, atMinutes: 2, project: 'game', carries: token }),
      install(place, person, { address, atMinutes: 3, beganAtMinutes: 2, carries: nothing }),
    ]
    const simulated = await simulateEpisode(installation, {
      scenario: 'test',
      startMinutes: 0,
      events,
    })
    expect(simulated.installs.flatMap(({ answers }) => answers)).toMatchObject([
      { matched: false, reason: 'no_candidate' },
      { matched: false, reason: 'wrong_project' },
      { matched: true, match_type: 'fingerprint' },
    ])
  })

  it('matches nothing before the click, after the window, or a second time', () => {
    expect(row('outside_window')).toMatchObject({ matched: 0, missed: 0, false: 0 })
    expect(row('one_click_two_installs')).toMatchObject({ false: 0 })
  })

  it('returns the same response for a repeated install, with one attribution and one event', () => {
    const once = report.aims.find(({ text }) => text.startsWith('One attribution'))
    expect(once).toMatchObject({ rate: { of: report.installs }, isReached: true })
    expect(row('same_install_twice')).toMatchObject({ missed: 0, false: 0 })
    const matches = report.rows.reduce(
      (sum, { matched, false: others }) => sum + matched + others,
      0,
    )
    expect(stored).toEqual({ events: matches, attributions: matches, matched: matches })
  })

  it('has organic installs as half of all, and every row', () => {
    expect(report.organic * 2).toBeGreaterThanOrEqual(report.installs)
    expect(report.rows.every(({ installs }) => installs > 0)).toBe(true)
  })

  it('is dumped as the service stored it, and a replay decides it in the same way', () => {
    const { clicks, installs } = run.dump
    expect(clicks).toHaveLength(report.clicks)
    expect(installs).toHaveLength(report.installs)
    const phone = clicks.find(
      ({ scenario, platform }) => scenario === 'frozen_safari' && platform === 'ios',
    )
    expect(phone).toMatchObject({ source: 'link_host', uncountedReason: null })
    expect(phone?.signals).toMatchObject({ platform: 'ios', languages: [expect.any(String)] })
    expect(clicks.some(({ signals }) => signals === null)).toBe(true)
    const decisions = replay(run.dump, decideByModel(SHIPPED_MODEL, DEFAULT_MIN_CONFIDENCE))
    const agreeing = installs.filter(
      ({ installId, decision }) => decisions.get(installId)?.clickId === decision.clickId,
    )
    expect(agreeing.length / installs.length).toBeGreaterThan(0.98)
  })

  it('recognizes an install with a token whose click another install had claimed by signals', async () => {
    const place = placeOf(6)
    const phone = { model: 'SM-A155F', width: 384, height: 832, ratio: 2.8125 }
    const plain = { platform: 'android', browser: 'firefox' } as const
    const person = { ...samplePerson(place.random, place.culture, plain), phone }
    const twin = { ...person, id: randomUUID(), visitorId: randomUUID() }
    const address = place.ipv4()
    const own = worldClick(place, person, { address, atMinutes: 0 })
    const carries = { kind: 'referrer', worldClickId: own.id } as const
    const events: EpisodeEvent[] = [
      own,
      install(place, twin, {
        address,
        atMinutes: 1,
        beganAtMinutes: 1,
        carries: { kind: 'nothing' },
      }),
      install(place, person, { address, atMinutes: 2, carries }),
    ]
    const simulated = await simulateEpisode(installation, {
      scenario: 'test',
      startMinutes: 0,
      events,
    })
    expect(simulated.installs.flatMap(({ answers }) => answers)).toMatchObject([
      { matched: true, match_type: 'fingerprint' },
      { matched: false, reason: 'already_consumed' },
    ])
    expect(verifyEpisode(simulated, await readDecisions(installation.pool))).toMatchObject([
      { outcome: 'false', isClickTaken: false },
      { outcome: 'missed', isClickTaken: true },
    ])
  })

  it('has clicks of the age that the scenario states', async () => {
    const place = placeOf(1)
    const person = samplePerson(place.random, place.culture)
    const address = place.ipv4()
    const events: EpisodeEvent[] = [
      worldClick(place, person, { address, atMinutes: 0 }),
      install(place, person, { address, atMinutes: 121, carries: { kind: 'nothing' } }),
    ]
    const simulated = await simulateEpisode(installation, {
      scenario: 'test',
      startMinutes: 0,
      events,
    })
    expect(simulated.installs[0]?.answers).toMatchObject([{ matched: false, reason: 'expired' }])
    const ages = await installation.pool.query<{ click: number; visit: number }>(
      `SELECT round(extract(epoch FROM now() - c.created_at) / 60)::int AS click,
              round(extract(epoch FROM now() - v.created_at) / 60)::int AS visit
         FROM clicks c JOIN visits v ON v.click_id = c.id WHERE c.id = $1`,
      [[...simulated.worldClickOf.keys()][0]],
    )
    expect(ages.rows).toEqual([{ click: 121, visit: 121 }])
  })

  it('has one winner when many installs compete for one click', async () => {
    for (const by of ['referrer', 'signals'] as const) {
      const result = await race(installation, placeOf(by === 'referrer' ? 2 : 3), {
        installs: 12,
        by,
      })
      expect(result).toMatchObject({
        winners: 1,
        reasons: { already_consumed: 11 },
        stored: { claims: 1, attributions: 1, events: 1 },
      })
    }
  })

  it('has a stored decision for each install', async () => {
    const decisions = await readDecisions(installation.pool)
    expect(decisions.size).toBeGreaterThanOrEqual(report.installs)
    expect(decisions.get(randomUUID())).toBeUndefined()
  })

  it('fills a project with open clicks, and measures matches among them', async () => {
    const count = () =>
      installation.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM visits')
    const there = (await count()).rows[0]?.n ?? 0
    const visits = [there + 200, there + 400]
    const opened = openDatabase({ url: database.url, poolMax: 2 })
    const { sizes, plans } = await measureScale(
      { installation, database: opened },
      { seed: 1, visits, installs: 16, print: () => undefined },
    ).finally(() => opened.close())
    expect(sizes.map(({ visits: size }) => size)).toEqual(visits)
    expect((await count()).rows[0]?.n).toBeGreaterThan(there + 400)
    for (const { bare, http } of sizes) {
      expect([bare.quiet.calls, bare.crowded.calls]).toEqual([12, 4])
      expect(http.quiet.matches).toBeGreaterThan(0)
    }
    for (const plan of [plans.quiet, plans.crowded]) {
      expect(plan.join('\n')).toMatch(/Limit .*actual time/)
      expect(plan.join('\n')).toContain('Buffers: shared hit')
    }
  })
})

/** Addresses that no episode of the corpus uses. */
function placeOf(index: number) {
  return createPlace({
    random: createRandom(index),
    index: 5_000 + index,
    sharedIpClicks: 1,
    farmClicks: 1,
  })
}

interface Stored {
  events: number
  attributions: number
  matched: number
}

async function countStored({ pool }: MatchingInstallation): Promise<Stored> {
  const { rows } = await pool.query<Stored>(
    `SELECT (SELECT count(*)::int FROM events) AS events, (SELECT count(*)::int FROM attributions) AS attributions,
            (SELECT count(*)::int FROM installs WHERE is_matched) AS matched`,
  )
  const [stored] = rows
  if (stored === undefined) throw new Error('a SELECT without FROM returned no row')
  return stored
}
