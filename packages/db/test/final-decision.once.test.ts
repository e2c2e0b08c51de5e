import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/client.js'
import { insertInstall, type NewInstall } from '../src/installs.js'
import { addSite, type Site } from './attributed-install.js'

let scratch: TestDatabase
let database: Database
let site: Site
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
  site = await addSite(database)
})
afterAll(async () => {
  await database.close()
  await scratch.drop()
})

const noMatch = (installId: string, reason: string): NewInstall => ({
  ...{ projectId: site.projectId, installId, platform: 'ios', isMatched: false, reason },
  ...{ matchType: null, confidence: 0, clickId: null, linkId: null, attributionId: null },
  ...{ fingerprintHash: null, consent: null, trace: { link: null } },
})

/** What two decisions of one install, made at the same moment, come to. */
async function afterBoth(first: string, second: string) {
  const installId = randomUUID()
  expect(await insertInstall(database.prisma, noMatch(installId, first))).toBe(true)
  const isWritten = await insertInstall(database.prisma, noMatch(installId, second))
  const { reason } = await database.prisma.install.findFirstOrThrow({ where: { installId } })
  return { isWritten, reason }
}

it.each(['no_candidate', 'expired', 'below_threshold', 'ambiguous', 'already_consumed'])(
  'a decision of %s stays, whatever another process decided meanwhile',
  async (reason) => {
    expect(await afterBoth(reason, 'wrong_project')).toEqual({ isWritten: false, reason })
  },
)

it('a decision that waits for consent is made anew', async () => {
  const expected = { isWritten: true, reason: 'no_candidate' }
  expect(await afterBoth('consent_missing', 'no_candidate')).toEqual(expected)
})
