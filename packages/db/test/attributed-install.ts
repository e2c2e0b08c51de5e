import { randomBytes, randomUUID } from 'node:crypto'
import { newUuidV7 } from '@throughline/core/lib/ids'
import type { Database } from '../src/connection/database.js'
import { readAttributedLinks } from '../src/attribution/attributed-links.js'
import { insertProject } from '../src/projects/projects.js'
import { writeDecisions } from '../src/attribution/write-decisions.js'

const EVENT = 'install_attributed'

/** A project with a webhook and a link. */
export async function addProjectWithLink({ prisma }: Database, webhooks = 1) {
  const prefix = `p${randomBytes(6).toString('hex')}`
  const project = await insertProject(prisma, { name: 'Acme', prefix })
  const projectId = project.id
  for (let made = 0; made < webhooks; made += 1)
    await prisma.webhook.create({
      data: { projectId, url: 'https://example.com/', events: [EVENT], secretSealed: 'sealed' },
    })
  const link = await prisma.link.create({ data: { projectId, code: 'SPRING' } })
  return { projectId, linkId: link.id, code: link.code }
}

export type ProjectWithLink = Awaited<ReturnType<typeof addProjectWithLink>>

/** A click of the link with all browser data, and its device report. */
export async function addClick({ prisma }: Database, { projectId, linkId }: ProjectWithLink) {
  const hash = () => new Uint8Array(randomBytes(16))
  const visitorId = randomUUID()
  const shared = { projectId, linkId, visitorId, ipHash: hash(), ipPrefixHash: hash() }
  const click = await prisma.click.create({
    data: {
      ...shared,
      id: newUuidV7(),
      source: 'link_host',
      platform: 'ios',
      osVersion: '17.4',
      deviceModel: 'iPhone',
      userAgent: 'Mozilla/5.0',
      referer: 'https://a.example/',
      country: 'DE',
      params: { gclid: 'G1' },
      fbclidCapturedAt: 1_700_000_000,
    },
  })
  await prisma.visit.create({
    data: {
      ...shared,
      id: newUuidV7(),
      clickId: click.id,
      signals: { time_zone: 'Europe/Berlin' },
    },
  })
  return click.id
}

/** An install that claimed a click, written as the API does: with attribution, event and deliveries. */
export async function addAttributedInstall(
  database: Database,
  project: ProjectWithLink,
  id?: string,
) {
  const { projectId, linkId } = project
  const installId = id ?? randomUUID()
  const clickId = await addClick(database, project)
  const payload = `{"matched":true,"gclid":"G1","n":"${installId}"}`
  const attributionId = newUuidV7()
  const eventId = newUuidV7()
  const fingerprintHash = new Uint8Array(randomBytes(16))
  const [found] = await readAttributedLinks(database, [{ projectId, linkId, clickId }])
  if (found?.click == null) throw new Error('the click is not there')
  const match = {
    clickId,
    attributionId,
    eventId,
    payload,
    campaignId: null,
    ipHash: fingerprintHash,
    matchType: 'referrer',
    supersededClickIds: [],
    attributedAt: found.now,
    click: found.click,
  }
  const decision = {
    projectId,
    installId,
    linkId,
    fingerprintHash,
    match,
    platform: 'ios',
    confidence: 1,
    reason: null,
    consent: true,
    explanation: { link: '{"code":"SPRING"}', match: { step: 'token' } },
    referrer: { gclid: 'R1' },
  }
  const { deliveries } = await writeDecisions(database, [decision], EVENT)
  const deliveryIds = deliveries.map(({ deliveryId }) => deliveryId)
  return {
    projectId,
    installId,
    clickId,
    attributionId,
    eventId,
    payload,
    deliveryIds,
    fingerprintHash,
  }
}

export type AttributedInstall = Awaited<ReturnType<typeof addAttributedInstall>>

/** Everything that is stored of an install, for one comparison. */
export async function stored({ prisma }: Database, it: AttributedInstall) {
  const { projectId, installId, clickId, attributionId, eventId, deliveryIds } = it
  return {
    install: await prisma.install.findUnique({
      where: { projectId_installId: { projectId, installId } },
    }),
    click: await prisma.click.findFirst({ where: { id: clickId } }),
    visits: await prisma.visit.count({ where: { clickId } }),
    attribution: await prisma.attribution.findUnique({ where: { id: attributionId } }),
    event: await prisma.event.findFirst({ where: { id: eventId } }),
    deliveries: await prisma.delivery.findMany({
      where: { id: { in: deliveryIds } },
      orderBy: { id: 'asc' },
    }),
  }
}
