import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'
import type { Db } from '../connection/database.js'
import type { NewDecision, NewMatch } from './decision-statement.js'
import { insertTestDeliveries } from '../deliveries/insert-deliveries.js'
import { Prisma } from '../generated/prisma/client.js'

export interface TestInstall extends Omit<NewDecision, 'match' | 'referrer' | 'profile'> {
  /** The test's id, never the `install_id` that the app reported. */
  installId: string
  referrer: Record<string, string> | null
  match: Pick<
    NewMatch,
    'matchType' | 'payload' | 'attributionId' | 'eventId' | 'traceparent'
  > | null
}

export interface TestEvent {
  type: string
  sendsWebhooks: boolean
}

/** Records a test install, which claims no click and counts nowhere. Returns deliveries to enqueue after the commit. */
export async function writeTestInstall(
  db: Db,
  install: TestInstall,
  { type, sendsWebhooks }: TestEvent,
): Promise<QueuedDelivery[]> {
  const { projectId, installId, match } = install
  await db.install.create({ data: toRow(install) })
  if (match === null || !sendsWebhooks) return []
  const { eventId: id, attributionId, payload, traceparent = null } = match
  await db.event.create({
    data: { id, projectId, type, payload, attributionId, installId, traceparent, isTest: true },
  })
  const deliveries = await insertTestDeliveries(db, { projectId, eventId: id, type })
  return deliveries.map((delivery) => ({ ...delivery, traceparent: traceparent ?? undefined }))
}

function toRow({
  match,
  explanation,
  referrer,
  ...install
}: TestInstall): Prisma.InstallCreateInput {
  const { projectId, installId, platform, confidence, reason, linkId, consent } = install
  const { country = null, osVersion = null, sdkVersion = null } = install
  return {
    country,
    osVersion,
    sdkVersion,
    projectId,
    installId,
    platform,
    confidence,
    reason,
    linkId,
    consent,
    fingerprintHash:
      install.fingerprintHash === null ? null : new Uint8Array(install.fingerprintHash),
    isTest: true,
    isMatched: match !== null,
    matchType: match?.matchType ?? null,
    attributionId: match?.attributionId ?? null,
    trace: JSON.parse(JSON.stringify(explanation)) as Prisma.InputJsonObject,
    referrer: referrer ?? Prisma.DbNull,
  }
}
