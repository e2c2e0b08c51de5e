import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { findPayloadByCode, findPayloadByFingerprint } from '../src/attribution/attributions.js'
import { openDatabase, type Database } from '../src/connection/database.js'
import type { NewDecision } from '../src/attribution/decision-statement.js'
import { findDecidedInstall } from '../src/attribution/installs.js'
import { writeDecisions } from '../src/attribution/write-decisions.js'
import {
  addAttributedInstall,
  addClick,
  addProjectWithLink,
  type ProjectWithLink,
} from './attributed-install.js'

let scratch: TestDatabase
let database: Database
let own: ProjectWithLink
let other: ProjectWithLink
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
  own = await addProjectWithLink(database)
  other = await addProjectWithLink(database)
})
afterAll(async () => {
  await database.close()
  await scratch.drop()
})

// Hashes, tokens and decisions also keep projects apart; the statements must not depend on that.
describe('a project', () => {
  it('finds no attribution of another project, even with equal fingerprint and code', async () => {
    const { fingerprintHash, payload } = await addAttributedInstall(database, own)
    const byFingerprint = ({ projectId }: ProjectWithLink) =>
      findPayloadByFingerprint(database.prisma, { projectId, fingerprintHash })
    expect(await byFingerprint(own)).toBe(payload)
    expect(await byFingerprint(other)).toBeNull()
    expect(await findPayloadByCode(database.prisma, own)).toBe(payload)
    expect(await findPayloadByCode(database.prisma, other)).toBeNull()
  })

  it('claims no click of another project, singly or in a batch', async () => {
    const [mine, foreign, superseded] = [
      await addClick(database, own),
      await addClick(database, other),
      await addClick(database, other),
    ]
    const claim = async (clickId: string) => {
      const { areWritten } = await writeDecisions(
        database,
        [decisionOf(own, clickId, [superseded])],
        'install_attributed',
      )
      return areWritten[0]
    }
    expect(await claim(foreign)).toBe(false)
    expect(await claim(mine)).toBe(true)
    const open = { id: { in: [foreign, superseded] }, consumedAt: null, consumedBy: null }
    expect(await database.prisma.click.count({ where: open })).toBe(2)
  })

  it('gets no name of another project, whatever an explanation refers to', async () => {
    const { projectId, installId } = await addAttributedInstall(database, own)
    const campaign = await database.prisma.campaign.create({
      data: { projectId: other.projectId, name: 'Theirs' },
    })
    const candidates = [{ linkId: other.linkId, campaignId: campaign.id }]
    await database.prisma.install.update({
      where: { projectId_installId: { projectId, installId } },
      data: { trace: { link: null, match: { step: 'signals', modelVersion: 'x', candidates } } },
    })
    const install = await findDecidedInstall(database.prisma, { projectId, installId })
    expect([...(install?.codes.keys() ?? [])]).toEqual([own.linkId])
    expect(install?.campaignNames.size).toBe(0)
    const foreign = { projectId: other.projectId, installId }
    expect(await findDecidedInstall(database.prisma, foreign)).toBeNull()
  })
})

/** An install of the project that tries to claim a click of any project, as written by `addClick`. */
function decisionOf(
  { projectId, linkId }: ProjectWithLink,
  clickId: string,
  supersededClickIds: string[],
): NewDecision {
  return {
    projectId,
    installId: randomUUID(),
    platform: 'ios',
    confidence: 1,
    reason: null,
    linkId,
    fingerprintHash: null,
    consent: null,
    explanation: { link: null },
    referrer: null,
    match: {
      matchType: 'referrer',
      clickId,
      supersededClickIds,
      campaignId: null,
      ipHash: null,
      click: { params: { gclid: 'G1' }, fbclidCapturedAt: 1_700_000_000 },
      attributionId: newUuidV7(),
      eventId: newUuidV7(),
      payload: '{}',
      attributedAt: new Date(),
    },
  }
}
