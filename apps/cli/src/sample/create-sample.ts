import { keyedHash } from '@throughline/core/security/keyed-hash'
import { parseKeyRing, type KeyRing } from '@throughline/core/security/key-ring'
import { generateWebhookSecret } from '@throughline/core/webhooks/signature'
import { sealWebhookSecret } from '@throughline/core/webhooks/webhook-secret'
import { inTransaction, type Database, type Db } from '@throughline/db/connection/database'
import { countAttempts } from '@throughline/db/deliveries/count-attempts'
import { insertSample, insertSampleLinks } from '@throughline/db/projects/insert-sample'
import { writeAudit } from '@throughline/db/projects/audit'
import { hasProjects, insertProject } from '@throughline/db/projects/projects'
import { insertWebhook, takeWebhookId } from '@throughline/db/webhooks/webhooks'
import { createRandom, type Random } from '@throughline/testkit/seeded-random'
import { CAMPAIGNS, CHANNELS, LINKS, WEBHOOKS } from './catalog.js'
import { drawClicks, drawVisits, SAMPLE_DAYS, type StoredLink } from './draw-clicks.js'
import { drawDeliveries, outages, type StoredWebhook } from './draw-deliveries.js'
import { drawInstalls } from './draw-installs.js'
import { DAY_MS, drawUuid, MINUTE_MS } from './draw.js'

export const SAMPLE_PREFIX = 'sample'

/** With a fixed seed, the sample is the same every day. */
const SEED = 20_261_124

/** `countAttempts` excludes the last two minutes. */
export const ENDS_BEFORE_MS = 3 * MINUTE_MS
/** For a slow machine; normally it takes about a second. */
const TIMEOUT_MS = 60_000

/**
 * Creates a project with 90 days of data up to now, for first-time users. Does nothing if any project exists. Returns
 * whether the project was created.
 */
export async function createSample(
  database: Database,
  { secretsKeys, now = new Date() }: { secretsKeys: string; now?: Date },
): Promise<boolean> {
  const until = new Date(now.getTime() - ENDS_BEFORE_MS)
  const work = (db: Db) => create(db, { ring: parseKeyRing(secretsKeys), until })
  const isCreated = await inTransaction(database, work, TIMEOUT_MS)
  if (isCreated) await countAttempts(database, ALL_ATTEMPTS)
  return isCreated
}

const ALL_ATTEMPTS = 100_000

interface Making {
  ring: KeyRing
  until: Date
}

async function create(db: Db, { ring, until }: Making): Promise<boolean> {
  if (await hasProjects(db)) return false
  const random = createRandom(SEED)
  const today = Math.floor(until.getTime() / DAY_MS) * DAY_MS
  const since = new Date(today - (SAMPLE_DAYS - 1) * DAY_MS)
  const { id: projectId } = await insertProject(db, {
    name: 'Sample data',
    prefix: SAMPLE_PREFIX,
    isSample: true,
    clipboard: true,
    createdAt: since,
  })
  const links = await storeLinks(db, projectId, since)
  const webhooks = await storeWebhooks(db, projectId, { ring, until, since })
  const clicks = drawClicks(random.fork('clicks'), projectId, { links, until })
  const installs = drawInstalls(random.fork('installs'), clicks, until)
  const compared = new Set(
    installs.flatMap(({ explanation }) =>
      (explanation.match?.candidates ?? []).map(({ clickId }) => clickId),
    ),
  )
  const visits = drawVisits(random.fork('visits'), clicks, { until, compared })
  const deliveries = drawDeliveries(random.fork('deliveries'), installs, { webhooks, until })
  await insertSample(db, {
    projectId,
    installs,
    visits,
    deliveries,
    since,
    eventType: 'install_attributed',
    clicks: clicks.map(({ row }) => row),
    refusals: drawRefusals(random.fork('refusals'), today),
  })
  const target = `project:${projectId}`
  await writeAudit(db, { projectId, actor: 'cli', action: 'project.create', target })
  return true
}

async function storeLinks(db: Db, projectId: string, since: Date): Promise<StoredLink[]> {
  const campaigns = CAMPAIGNS.map((campaign) => ({ ...campaign, createdAt: since }))
  const links = LINKS.map(({ code, name, campaign, channel, path, tags, days: [first] }) => ({
    code,
    name,
    tags,
    campaign,
    ...APP,
    actualUrl: `https://shop.example.com${path}`,
    utmSource: campaign === null ? CHANNELS[channel].utmSource : null,
    createdAt: new Date(since.getTime() + (SAMPLE_DAYS - Math.min(first, SAMPLE_DAYS)) * DAY_MS),
  }))
  const stored = await insertSampleLinks(db, projectId, { campaigns, links })
  return LINKS.map((link) => {
    const row = stored.find(({ code }) => code === link.code)
    if (row === undefined) throw new Error(`the link ${link.code} was not stored`)
    return { link, id: row.id, campaignId: row.campaignId }
  })
}

const APP = {
  isDeeplink: true,
  shouldOpenStore: true,
  iosUrl: 'https://apps.apple.com/app/id1000000000',
  androidUrl: 'https://play.google.com/store/apps/details?id=com.example.shop',
}

async function storeWebhooks(
  db: Db,
  projectId: string,
  { ring, until, since }: Making & { since: Date },
): Promise<StoredWebhook[]> {
  const stored: StoredWebhook[] = []
  const isDown = outages(until)
  for (const [place, webhook] of WEBHOOKS.entries()) {
    const id = await takeWebhookId(db)
    const secretSealed = sealWebhookSecret(ring, generateWebhookSecret(), {
      webhookId: id,
      projectId,
    })
    const events = ['install_attributed']
    await insertWebhook(db, {
      ...webhook,
      id,
      projectId,
      events,
      isActive: true,
      secretSealed,
      secretChangedAt: since,
      createdAt: since,
    })
    const isDownAt = isDown[place] ?? (() => false)
    stored.push({ id, url: webhook.url, isDownAt, failureRate: FAILURE_RATE })
  }
  return stored
}

const FAILURE_RATE = 0.012

/** Apps whose users have not consented report nothing that could be listed. */
function drawRefusals(random: Random, today: number) {
  return Array.from({ length: 24 }, (_, place) => ({
    installHash: Uint8Array.from(keyedHash(Buffer.from('sample'), 'refusal', drawUuid(random))),
    reason: place % 3 === 0 ? 'consent_missing' : 'consent_refused',
    day: new Date(today - random.integer(0, 28) * DAY_MS),
  }))
}
