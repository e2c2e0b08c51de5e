import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createRandom, type Random } from '@throughline/testkit/seeded-random'
import { waitFor } from '@throughline/testkit/wait-for'
import { FINGERPRINT, PHONE, postInstall, seed, TEST_MATCHING } from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'
import { startSecondApi, type SecondApi } from './second-api.js'
import type { TestResponse } from './send-request.js'

let api: TestApi
let second: SecondApi
let make: ReturnType<typeof seed>
beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1' }, overrides: TEST_MATCHING })
  second = await startSecondApi(api)
  make = seed(api)
})
afterAll(async () => {
  await second.close()
  await api.close()
})
beforeEach(async () => {
  const { prisma } = api.database
  await prisma.visit.deleteMany()
  await prisma.webhook.deleteMany()
  await prisma.install.deleteMany()
  await prisma.attribution.deleteMany()
  await make.webhook()
})

interface InstallOptions {
  install_id: string
  [field: string]: unknown
}

/** Reports of a few installs, some repeated with other content, for a few clicks. */
async function drawOptions(random: Random) {
  const link = await make.link()
  const clickIds: string[] = []
  for (let n = 0; n < random.integer(1, 4); n += 1)
    clickIds.push(await make.click(link.id, { fingerprint: FINGERPRINT, ageMinutes: n + 1 }))
  const installIds = Array.from({ length: random.integer(2, 8) }, () => randomUUID())
  const byToken = () => ({ install_referrer: `click_token=${make.token(random.pick(clickIds))}` })
  const byCode = () => ({ install_referrer: `dyna_code=${link.code}` })
  const bySignals = () => ({ device: PHONE })
  const fields = () => random.pick([byToken, byToken, byCode, bySignals, () => ({})])()
  const options = Array.from({ length: random.integer(15, 40) }, (): InstallOptions => {
    return { install_id: random.pick(installIds), ...fields() }
  })
  return { clickIds, options }
}

/**
 * Sends all concurrently, each to one of the two APIs. A busy machine may exceed the API's time limit: apps then repeat
 * the call.
 */
function ask(options: InstallOptions[], random: Random): Promise<TestResponse[]> {
  const other: TestApi = { ...api, sdk: (...call) => second.sdk(...call) }
  return Promise.all(
    options.map((install) => {
      const chosen = random.chance(0.5) ? api : other
      return waitFor(
        async () => {
          const answer = await postInstall(chosen, install)
          return answer.status !== 503 && answer
        },
        { what: 'an answer other than 503' },
      )
    }),
  )
}

/** The decision without the fingerprint, which depends on the call's connection. */
function decisionsOf(answers: TestResponse[]): string[] {
  return answers.map(({ body }) => JSON.stringify({ ...(body as object), fingerprint: null }))
}

/** Compares the responses with the stored rows. */
async function expectStored(
  options: InstallOptions[],
  answers: TestResponse[],
  clickIds: string[],
) {
  const { prisma } = api.database
  const matchedIds = new Set(
    options.flatMap(({ install_id }, index) => (answers[index]?.body.matched ? [install_id] : [])),
  )
  const installs = await prisma.install.findMany()
  expect(new Set(installs.map(({ installId }) => installId))).toEqual(
    new Set(options.map(({ install_id }) => install_id)),
  )
  const matched = installs.filter(({ isMatched }) => isMatched)
  expect(new Set(matched.map(({ installId }) => installId))).toEqual(matchedIds)
  const attributions = await prisma.attribution.findMany()
  const clickOf = new Map(attributions.map(({ installId, clickId }) => [installId, clickId]))
  expect(clickOf).toEqual(new Map(matched.map(({ installId, clickId }) => [installId, clickId])))
  expect(new Set(clickOf.values()).size).toBe(attributions.length)
  const taken = await prisma.click.findMany({
    where: { id: { in: clickIds }, consumedAt: { not: null } },
  })
  expect(new Map(taken.map(({ id, consumedBy }) => [consumedBy, id]))).toEqual(clickOf)
  const attributionIds = attributions.map(({ id }) => id)
  const events = await prisma.event.findMany({ where: { attributionId: { in: attributionIds } } })
  expect(events.map(({ attributionId }) => attributionId).sort()).toEqual(attributionIds.sort())
  const eventIds = events.map(({ id }) => id).sort()
  const deliveries = await prisma.delivery.findMany({ where: { eventId: { in: eventIds } } })
  expect(deliveries.map(({ eventId }) => eventId).sort()).toEqual(eventIds)
}

describe('concurrent installs at two APIs', () => {
  const seeds = Array.from({ length: 12 }, (_, index) => index + 1)

  it.each(seeds)('are each decided once, and a click is claimed once (seed %i)', async (number) => {
    const random = createRandom(number)
    const { clickIds, options } = await drawOptions(random)
    const answers = await ask(options, random)
    expect(answers.map(({ status }) => status)).toEqual(options.map(() => 200))
    const decisionById = new Map(
      options.map(({ install_id }, index) => [install_id, decisionsOf(answers)[index]]),
    )
    expect(decisionsOf(answers)).toEqual(
      options.map(({ install_id }) => decisionById.get(install_id)),
    )
    await expectStored(options, answers, clickIds)
    const again = await ask(options, random)
    expect(decisionsOf(again)).toEqual(decisionsOf(answers))
    await expectStored(options, again, clickIds)
  })

  it('have one winner if all of them claim the same click', async () => {
    const random = createRandom(0)
    const link = await make.link()
    const clickId = await make.click(link.id)
    const install_referrer = `click_token=${make.token(clickId)}`
    const options = Array.from({ length: 60 }, () => ({
      install_id: randomUUID(),
      install_referrer,
    }))
    const twice = [...options, ...options]
    const answers = await ask(twice, random)
    const reasons = answers.map(({ body }) => body.reason as string | null)
    expect(reasons.filter((reason) => reason === null)).toHaveLength(2)
    expect(reasons.filter((reason) => reason === 'already_consumed')).toHaveLength(118)
    await expectStored(twice, answers, [clickId])
  })
})
