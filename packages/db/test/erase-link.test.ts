import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import { continueErasure } from '../src/erasure/continue-erasure.js'
import { findErasure, insertLinkErasure } from '../src/erasure/erasures.js'
import { addAttributedInstall, addClick, addSite, stored, type Site } from './attributed-install.js'

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

const begin = (site: Site) => insertLinkErasure(database.prisma, site)
const read = ({ projectId }: Site, id: string) => findErasure(database.prisma, { projectId, id })

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
    const site = await addSite(database)
    const elsewhere = await addSite(database)
    const other = await addAttributedInstall(database, elsewhere)
    const otherClick = await addClick(database, elsewhere)
    const { projectId } = site
    const sister = await database.prisma.link.create({ data: { projectId, code: 'SUMMER' } })
    const sisterClick = await addClick(database, { ...site, linkId: sister.id })
    const installs = [
      await addAttributedInstall(database, site),
      await addAttributedInstall(database, site),
      await addAttributedInstall(database, site),
    ]
    for (let made = 0; made < 5; made += 1) await addClick(database, site)
    const before = await stored(database, other)

    const id = await begin(site)
    expect(await read(site, id)).toMatchObject({ code: 'SPRING', installId: null, erasedAt: null })
    await finish(id)
    expect(await read(site, id)).toEqual({
      ...{ id, code: 'SPRING', installId: null, installs: 3, clicks: 8, visits: 8 },
      ...{ attributions: 3, deliveriesCanceled: 3, payloadsBlanked: 3 },
      erasedAt: expect.any(Date),
    })
    const clicks = await database.prisma.click.findMany({ where: { linkId: site.linkId } })
    expect(clicks).toHaveLength(8)
    for (const click of clicks)
      expect(click).toMatchObject({
        ...{ ipHash: null, ipPrefixHash: null, userAgent: null, referer: null, visitorId: null },
        ...{
          country: null,
          osVersion: null,
          deviceModel: null,
          fbclidCapturedAt: null,
          params: {},
        },
      })
    expect(await database.prisma.visit.count({ where: { linkId: site.linkId } })).toBe(0)
    for (const install of installs)
      expect(await stored(database, install)).toMatchObject({
        ...{ visits: 0, attribution: null, event: { payload: '' } },
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
    const site = await addSite(database)
    for (let made = 0; made < 4; made += 1) await addAttributedInstall(database, site)
    const id = await begin(site)
    await finish(id, [database, other])
    expect(await read(site, id)).toMatchObject({ installs: 4, clicks: 4, attributions: 4 })
  })

  it('keeps what was stored after the request', async () => {
    const site = await addSite(database)
    const id = await begin(site)
    await database.prisma.$executeRaw`
      UPDATE erasures SET until_id = uuid7_floor(clock_timestamp() + interval '1 ms') WHERE id = ${id}::uuid`
    await new Promise((resolve) => setTimeout(resolve, 5))
    const late = await addAttributedInstall(database, site)
    const before = await stored(database, late)
    await finish(id)
    expect(await stored(database, late)).toEqual(before)
    expect(await read(site, id)).toMatchObject({
      installs: 0,
      clicks: 0,
      erasedAt: expect.any(Date),
    })
  })

  it('a second time finds nothing', async () => {
    const site = await addSite(database)
    await addAttributedInstall(database, site)
    await finish(await begin(site))
    const again = await begin(site)
    await finish(again)
    expect(await read(site, again)).toMatchObject({ installs: 0, clicks: 0, visits: 0 })
  })
})
