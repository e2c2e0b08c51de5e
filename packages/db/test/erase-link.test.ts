import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import { continueErasure } from '../src/erasure/continue-erasure.js'
import { findErasure, insertLinkErasure } from '../src/erasure/erasures.js'
import {
  addAttributedInstall,
  addClick,
  addProjectWithLink,
  stored,
  type ProjectWithLink,
} from './attributed-install.js'

let scratch: TestDatabase
let database: Database
let other: Database
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
  other = openDatabase({ url: scratch.url })
})
afterAll(async () => {
  await database.close()
  await other.close()
  await scratch.drop()
})

const begin = (project: ProjectWithLink) => insertLinkErasure(database.prisma, project)
const read = ({ projectId }: ProjectWithLink, id: string) =>
  findErasure(database.prisma, { projectId, id })

async function finish(id: string, databases = [database]): Promise<void> {
  const sizes = { id, installsAtOnce: 1, clicksAtOnce: 2 }
  await Promise.all(
    databases.map(async (one) => {
      while (await continueErasure(one, sizes));
    }),
  )
  while (await continueErasure(database, sizes));
}

describe('erasing the visitors of a link', () => {
  it('continues in small batches until none is left, and touches no other link', async () => {
    const project = await addProjectWithLink(database)
    const elsewhere = await addProjectWithLink(database)
    const other = await addAttributedInstall(database, elsewhere)
    const otherClick = await addClick(database, elsewhere)
    const { projectId } = project
    const sister = await database.prisma.link.create({ data: { projectId, code: 'SUMMER' } })
    const sisterClick = await addClick(database, { ...project, linkId: sister.id })
    const installs = [
      await addAttributedInstall(database, project),
      await addAttributedInstall(database, project),
      await addAttributedInstall(database, project),
    ]
    for (let made = 0; made < 5; made += 1) await addClick(database, project)
    const before = await stored(database, other)

    const id = await begin(project)
    expect(await read(project, id)).toMatchObject({
      code: 'SPRING',
      installId: null,
      erasedAt: null,
    })
    await finish(id)
    expect(await read(project, id)).toEqual({
      id,
      code: 'SPRING',
      installId: null,
      installs: 3,
      clicks: 8,
      visits: 8,
      attributions: 3,
      deliveriesCanceled: 3,
      payloadsBlanked: 3,
      erasedAt: expect.any(Date),
    })
    const clicks = await database.prisma.click.findMany({ where: { linkId: project.linkId } })
    expect(clicks).toHaveLength(8)
    for (const click of clicks)
      expect(click).toMatchObject({
        ipHash: null,
        ipPrefixHash: null,
        userAgent: null,
        referer: null,
        visitorId: null,
        country: null,
        osVersion: null,
        deviceModel: null,
        fbclidCapturedAt: null,
        params: {},
      })
    expect(await database.prisma.visit.count({ where: { linkId: project.linkId } })).toBe(0)
    for (const install of installs)
      expect(await stored(database, install)).toMatchObject({
        visits: 0,
        attribution: null,
        event: { payload: '' },
        install: { reason: 'no_candidate', linkId: null, erasureId: id },
      })
    expect(await stored(database, other)).toEqual(before)
    for (const id of [otherClick, sisterClick]) {
      const left = await database.prisma.click.findFirst({ where: { id } })
      expect(left?.userAgent).toBe('Mozilla/5.0')
      expect(await database.prisma.visit.count({ where: { clickId: id } })).toBe(1)
    }
  })

  it('is done once by two processes', async () => {
    const project = await addProjectWithLink(database)
    for (let made = 0; made < 4; made += 1) await addAttributedInstall(database, project)
    const id = await begin(project)
    await finish(id, [database, other])
    expect(await read(project, id)).toMatchObject({ installs: 4, clicks: 4, attributions: 4 })
  })

  it('keeps what was stored after the request', async () => {
    const project = await addProjectWithLink(database)
    const id = await begin(project)
    await database.prisma.$executeRaw`
      UPDATE erasures SET until_id = uuid7_floor(clock_timestamp() + interval '1 ms') WHERE id = ${id}::uuid`
    await new Promise((resolve) => setTimeout(resolve, 5))
    const late = await addAttributedInstall(database, project)
    const before = await stored(database, late)
    await finish(id)
    expect(await stored(database, late)).toEqual(before)
    expect(await read(project, id)).toMatchObject({
      installs: 0,
      clicks: 0,
      erasedAt: expect.any(Date),
    })
  })

  it('finds nothing the second time', async () => {
    const project = await addProjectWithLink(database)
    await addAttributedInstall(database, project)
    await finish(await begin(project))
    const again = await begin(project)
    await finish(again)
    expect(await read(project, again)).toMatchObject({ installs: 0, clicks: 0, visits: 0 })
  })
})
