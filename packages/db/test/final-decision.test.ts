import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import type { NewDecision } from '../src/attribution/decision-statement.js'
import { writeDecisions } from '../src/attribution/write-decisions.js'
import { addProjectWithLink, type ProjectWithLink } from './attributed-install.js'

let scratch: TestDatabase
let database: Database
let project: ProjectWithLink
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
  project = await addProjectWithLink(database)
})
afterAll(async () => {
  await database.close()
  await scratch.drop()
})

const noMatch = (installId: string, reason: string): NewDecision => ({
  projectId: project.projectId,
  installId,
  platform: 'ios',
  confidence: 0,
  reason,
  linkId: null,
  fingerprintHash: null,
  consent: null,
  explanation: { link: null },
  referrer: null,
  match: null,
})

/** The result of two concurrent decisions of one install. */
async function afterBoth(first: string, second: string) {
  const installId = randomUUID()
  const write = async (reason: string) => {
    const decision = noMatch(installId, reason)
    const { areWritten } = await writeDecisions(database, [decision], 'install_attributed')
    return areWritten[0]
  }
  expect(await write(first)).toBe(true)
  const isWritten = await write(second)
  const { reason } = await database.prisma.install.findFirstOrThrow({ where: { installId } })
  return { isWritten, reason }
}

it.each(['no_candidate', 'expired', 'below_threshold', 'ambiguous', 'already_consumed'])(
  'a decision of %s stays, whatever another process decided meanwhile',
  async (reason) => {
    expect(await afterBoth(reason, 'wrong_project')).toEqual({ isWritten: false, reason })
  },
)

it('a decision that waits for consent is made again', async () => {
  const expected = { isWritten: true, reason: 'no_candidate' }
  expect(await afterBoth('consent_missing', 'no_candidate')).toEqual(expected)
})
