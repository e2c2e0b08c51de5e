import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { createRandom } from '@throughline/testkit/seeded-random'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { createBatcher } from '../src/batch/batcher.js'
import { openDatabase, type Database } from '../src/connection/database.js'
import type { NewDecision, NewMatch } from '../src/attribution/decision-statement.js'
import { readAttributedLinks } from '../src/attribution/attributed-links.js'
import { writeDecisions } from '../src/attribution/write-decisions.js'
import { addClick, addProjectWithLink, type ProjectWithLink } from './attributed-install.js'

const EVENT = 'install_attributed'

let scratch: TestDatabase
let database: Database
let other: Database
let project: ProjectWithLink
beforeAll(async () => {
  scratch = await createTestDatabase()
  // One test needs 200 connections that wait for each other.
  database = openDatabase({ url: scratch.url, connectTimeoutMs: 30_000 })
  other = openDatabase({ url: scratch.url })
})
beforeEach(async () => {
  project = await addProjectWithLink(database)
})
afterAll(async () => {
  await database.close()
  await other.close()
  await scratch.drop()
})

function noMatch(overrides: Partial<NewDecision> = {}): NewDecision {
  return {
    projectId: project.projectId,
    installId: randomUUID(),
    platform: 'ios',
    confidence: 0,
    reason: 'no_candidate',
    linkId: null,
    fingerprintHash: null,
    consent: null,
    explanation: { link: null, match: { step: 'signals' } },
    referrer: null,
    match: null,
    ...overrides,
  }
}

/** An install that will claim a click. */
async function matchOf(clickId: string, overrides: Partial<NewMatch> = {}): Promise<NewDecision> {
  const { projectId, linkId } = project
  const [found] = await readAttributedLinks(database, [{ projectId, linkId, clickId }])
  if (found?.click == null) throw new Error('there is no such click to take')
  const match = {
    matchType: 'referrer',
    clickId,
    supersededClickIds: [],
    click: found.click,
    attributionId: newUuidV7(),
    eventId: newUuidV7(),
    campaignId: null,
    ipHash: null,
    payload: `{"clickId":"${clickId}"}`,
    attributedAt: found.now,
    ...overrides,
  }
  return noMatch({ linkId, confidence: 1, reason: null, match })
}

const write = async (...decisions: NewDecision[]) =>
  (await writeDecisions(database, decisions, EVENT)).areWritten

/** Everything that is stored of a decision's install. */
async function stored({ projectId, installId }: NewDecision) {
  const { prisma } = database
  const where = { projectId, installId }
  const install = await prisma.install.findFirst({ where })
  const attributions = await prisma.attribution.findMany({ where })
  const attributionIds = attributions.map(({ id }) => id)
  const events = await prisma.event.findMany({ where: { attributionId: { in: attributionIds } } })
  const eventIds = events.map(({ id }) => id)
  const deliveries = await prisma.delivery.findMany({ where: { eventId: { in: eventIds } } })
  const clicks = await prisma.click.findMany({ where: { projectId, consumedBy: installId } })
  return { install, attributions, events, deliveries, clicks }
}

const NOTHING = { install: null, attributions: [], events: [], deliveries: [], clicks: [] }

const isTaken = async (clickId: string) =>
  (await database.prisma.click.findFirstOrThrow({ where: { id: clickId } })).consumedAt !== null

describe('decisions in one statement', () => {
  it('return deliveries with the request id of their decision', async () => {
    const made = []
    for (const requestId of ['req-1', 'req-2'])
      made.push({ ...(await matchOf(await addClick(database, project))), requestId })
    const { deliveries } = await writeDecisions(database, [...made, noMatch()], EVENT)
    const named = await Promise.all(
      made.map(async (decision) => {
        const [delivery] = (await stored(decision)).deliveries
        return [delivery?.id, decision.requestId]
      }),
    )
    expect(deliveries.map(({ deliveryId, requestId }) => [deliveryId, requestId]).sort()).toEqual(
      named.sort(),
    )
  })

  it('are each written completely: a match with all its rows, a no-match with one row', async () => {
    const { projectId } = project
    await database.prisma.webhook.create({
      data: { projectId, url: 'https://example.com/', events: [EVENT], isActive: false },
    })
    const [clickId, superseded] = [
      await addClick(database, project),
      await addClick(database, project),
    ]
    const matched = await matchOf(clickId, { supersededClickIds: [superseded] })
    const plain = noMatch()
    const { areWritten, deliveries } = await writeDecisions(database, [plain, matched], EVENT)
    expect(areWritten).toEqual([true, true])
    const rows = await stored(matched)
    const { match } = matched
    expect(rows.install).toMatchObject({
      isMatched: true,
      matchType: 'referrer',
      confidence: 1,
      reason: null,
      clickId,
      linkId: project.linkId,
      attributionId: match?.attributionId,
      trace: matched.explanation,
    })
    expect(rows.attributions).toMatchObject([
      { id: match?.attributionId, clickId, payload: match?.payload },
    ])
    expect(rows.attributions[0]?.attributedAt).toEqual(match?.attributedAt)
    expect(rows.events).toMatchObject([
      {
        id: match?.eventId,
        type: EVENT,
        payload: match?.payload,
        isTest: false,
        attributionId: match?.attributionId,
        installId: matched.installId,
      },
    ])
    expect(rows.deliveries.map(({ state }) => state).sort()).toEqual(['pending', 'skipped'])
    expect(rows.clicks.map(({ id }) => id).sort()).toEqual([clickId, superseded].sort())
    expect(rows.clicks.map(({ consumedAt }) => consumedAt)).toEqual(
      rows.clicks.map(() => match?.attributedAt),
    )
    const pending = rows.deliveries.find(({ state }) => state === 'pending')
    expect(deliveries).toEqual([
      {
        deliveryId: pending?.id,
        webhookId: pending?.webhookId,
        projectId: pending?.projectId,
        seq: 0,
        delayMs: 0,
      },
    ])
    expect(await stored(plain)).toMatchObject({
      ...NOTHING,
      install: { isMatched: false, matchType: null, reason: 'no_candidate', clickId: null },
    })
  })

  it('are up to 200, each with its own rows', async () => {
    const clickIds = await Promise.all(
      Array.from({ length: 100 }, () => addClick(database, project)),
    )
    const matches = await Promise.all(clickIds.map((clickId) => matchOf(clickId)))
    const others = matches.map(() => noMatch())
    const { areWritten, deliveries } = await writeDecisions(
      database,
      [...matches, ...others],
      EVENT,
    )
    expect(areWritten).toEqual(Array.from({ length: 200 }, () => true))
    expect(deliveries).toHaveLength(100)
    for (const one of matches) {
      const { clicks, attributions } = await stored(one)
      expect(clicks.map(({ id }) => id)).toEqual([one.match?.clickId])
      expect(attributions.map(({ payload }) => payload)).toEqual([one.match?.payload])
    }
  })

  it('have one winner for a click that two of them claim', async () => {
    const clickId = await addClick(database, project)
    const [one, two] = [await matchOf(clickId), await matchOf(clickId)]
    expect(await write(one, two)).toEqual([true, false])
    expect((await stored(one)).clicks).toHaveLength(1)
    expect(await stored(two)).toEqual(NOTHING)
  })

  it('all fail for one bad row, and a batcher writes the others', async () => {
    const [one, two] = [noMatch(), noMatch()]
    const bad = noMatch({ linkId: 2 ** 40 })
    await expect(write(one, bad, two)).rejects.toThrow(/out of range/)
    expect(await stored(one)).toEqual(NOTHING)
    const batcher = createBatcher({ run: (decisions: NewDecision[]) => write(...decisions) })
    const outcomes = await Promise.allSettled([one, bad, two].map((each) => batcher.add(each)))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await stored(two)).install).not.toBeNull()
  })
})

describe('a decision that arrives too late', () => {
  it('claims no click if its install is known, and writes no install if its click is taken', async () => {
    const [clickId, taken] = [await addClick(database, project), await addClick(database, project)]
    const first = noMatch()
    const winner = await matchOf(taken)
    const loser = await matchOf(taken)
    await write(first, winner)
    const again = { ...(await matchOf(clickId)), installId: first.installId }
    expect(await write(again, loser)).toEqual([false, false])
    expect(await stored(first)).toMatchObject({ ...NOTHING, install: { reason: 'no_candidate' } })
    expect(await isTaken(clickId)).toBe(false)
    expect(await stored(loser)).toEqual(NOTHING)
  })

  it('replaces one that waited for consent, and only that', async () => {
    const waiting = noMatch({ reason: 'consent_missing' })
    await write(waiting)
    const clickId = await addClick(database, project)
    const decided = { ...(await matchOf(clickId)), installId: waiting.installId }
    expect(await write(decided)).toEqual([true])
    expect(await write(noMatch({ installId: waiting.installId }))).toEqual([false])
    expect(await stored(decided)).toMatchObject({
      install: { isMatched: true, reason: null },
      attributions: [{ clickId }],
      deliveries: [{ state: 'pending' }],
    })
  })

  it('is written without data that has been erased from its click since', async () => {
    const clickId = await addClick(database, project)
    const decided = await matchOf(clickId)
    const where = { id: clickId }
    await database.prisma.click.updateMany({ where, data: { params: {}, fbclidCapturedAt: null } })
    expect(await write(decided)).toEqual([false])
    expect(await stored(decided)).toEqual(NOTHING)
    expect(await isTaken(clickId)).toBe(false)
  })

  it('is not written more than 5 s after it was made', async () => {
    const clickId = await addClick(database, project)
    const old = await matchOf(clickId)
    const { match } = old
    if (match === null) throw new Error('no match')
    const attributedAt = new Date(match.attributedAt.getTime() - 6_000)
    expect(await write({ ...old, match: { ...match, attributedAt } })).toEqual([false])
    expect(await isTaken(clickId)).toBe(false)
  })
})

describe('rows locked by another transaction', () => {
  it('are skipped without waiting', async () => {
    const [clickId, free] = [await addClick(database, project), await addClick(database, project)]
    const waiting = noMatch({ reason: 'consent_missing' })
    await write(waiting)
    const decisions = [
      await matchOf(clickId),
      { ...noMatch(), installId: waiting.installId },
      await matchOf(free),
      noMatch(),
    ]
    const holder = await other.pool.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT FROM clicks WHERE id = $1 FOR UPDATE', [clickId])
      await holder.query('SELECT FROM installs WHERE install_id = $1 FOR UPDATE', [
        waiting.installId,
      ])
      expect(await write(...decisions)).toEqual([false, false, true, true])
    } finally {
      await holder.query('COMMIT')
      holder.release()
    }
    expect(await write(...decisions.slice(0, 2))).toEqual([true, true])
  })
})

describe('two processes with the same installs and clicks', () => {
  it.each([1, 2, 3, 4, 5])('write each once, in any order (seed %i)', async (seed) => {
    const random = createRandom(seed)
    const clickIds = await Promise.all(Array.from({ length: 8 }, () => addClick(database, project)))
    const installIds = Array.from({ length: 12 }, () => randomUUID())
    const batch = async () => {
      const drawn = installIds.map(async (installId) => {
        const clickId = random.chance(0.3) ? undefined : random.pick(clickIds)
        const made = clickId === undefined ? noMatch() : await matchOf(clickId)
        return { ...made, installId }
      })
      const order = new Map(installIds.map((id) => [id, random.next()]))
      const decisions = await Promise.all(drawn)
      return decisions.sort((a, b) => (order.get(a.installId) ?? 0) - (order.get(b.installId) ?? 0))
    }
    const batches = await Promise.all([batch(), batch(), batch(), batch()])
    const results = await Promise.all(
      batches.map((decisions, index) =>
        writeDecisions(index % 2 === 0 ? database : other, decisions, EVENT),
      ),
    )
    const winners = results.flatMap(({ areWritten }, index) =>
      (batches[index] ?? []).filter((_, place) => areWritten[place]),
    )
    const winnerIds = winners.map(({ installId }) => installId)
    expect(new Set(winnerIds).size).toBe(winnerIds.length)
    const { prisma } = database
    const where = { projectId: project.projectId }
    const matched = winners.filter(({ match }) => match !== null)
    expect(await prisma.install.count({ where })).toBe(winners.length)
    expect(await prisma.attribution.count({ where })).toBe(matched.length)
    expect(await prisma.event.count({ where })).toBe(matched.length)
    expect(await prisma.delivery.count({ where })).toBe(matched.length)
    const claims = new Map(matched.map(({ installId, match }) => [match?.clickId, installId]))
    expect(claims.size).toBe(matched.length)
    const taken = await prisma.click.findMany({ where: { ...where, consumedAt: { not: null } } })
    expect(new Map(taken.map(({ id, consumedBy }) => [id, consumedBy]))).toEqual(claims)
  })
})
