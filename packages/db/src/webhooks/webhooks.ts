// Raw SQL: Prisma has no row locks and no sequences, and secrets expire by the database's clock.
import type { Db } from '../connection/database.js'
import type { Webhook } from '../generated/prisma/client.js'

export type WebhookRecord = Webhook

export interface WebhookKey {
  projectId: string
  id: number
}

export interface WebhookSettings {
  url: string
  events: string[]
  isActive: boolean
  name: string | null
  description: string | null
}

type Verification = Pick<
  Webhook,
  'verificationId' | 'verificationCheckedAt' | 'verificationStatus' | 'verifiedAt'
>

/** A webhook whose URL or secret is new. */
export const UNVERIFIED: Verification = {
  verificationId: null,
  verificationCheckedAt: null,
  verificationStatus: null,
  verifiedAt: null,
}

/** Remembers the delivery of a verification. A verified webhook stays so until a wrong signature is accepted. */
export async function beginVerification(db: Db, id: number, deliveryId: string): Promise<void> {
  await db.webhook.update({
    where: { id },
    data: { verificationId: deliveryId, verificationCheckedAt: null, verificationStatus: null },
  })
}

/** Locks the project, so that two creates cannot both find room, and returns the number of live webhooks. */
export async function lockAndCountWebhooks(db: Db, projectId: string): Promise<number> {
  await db.$queryRaw`SELECT 1 FROM projects WHERE id = ${projectId}::uuid FOR NO KEY UPDATE`
  return db.webhook.count({ where: { projectId, deletedAt: null } })
}

/** The id of a webhook that is about to be inserted: its secret is sealed to the id. */
export async function takeWebhookId(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<{ id: number }[]>`
    SELECT nextval(pg_get_serial_sequence('webhooks', 'id'))::integer AS id`
  if (row === undefined) throw new Error('The sequence of webhook ids returned no row')
  return row.id
}

export function insertWebhook(
  db: Db,
  webhook: WebhookKey &
    WebhookSettings & { secretSealed: string; secretChangedAt?: Date; createdAt?: Date },
): Promise<WebhookRecord> {
  return db.webhook.create({ data: webhook })
}

export function findWebhook(db: Db, key: WebhookKey): Promise<WebhookRecord | null> {
  return db.webhook.findFirst({ where: { ...key, deletedAt: null } })
}

/** The project and the sealed secret of a live webhook, whichever project it belongs to. */
export async function findWebhookSecret(
  db: Db,
  id: number,
): Promise<{ projectId: string; secretSealed: string } | null> {
  const found = await db.webhook.findFirst({
    where: { id, deletedAt: null },
    select: { projectId: true, secretSealed: true },
  })
  const { projectId, secretSealed = null } = found ?? {}
  return projectId === undefined || secretSealed === null ? null : { projectId, secretSealed }
}

/** A live webhook of this project, locked until the transaction ends, or null. */
export async function lockWebhook(db: Db, key: WebhookKey): Promise<WebhookRecord | null> {
  await db.$queryRaw`
    SELECT 1 FROM webhooks
     WHERE id = ${key.id} AND project_id = ${key.projectId}::uuid FOR NO KEY UPDATE`
  return findWebhook(db, key)
}

export function listWebhooks(
  db: Db,
  filter: { projectId: string; beforeId: number | null; limit: number },
): Promise<WebhookRecord[]> {
  return db.webhook.findMany({
    where: {
      projectId: filter.projectId,
      deletedAt: null,
      ...(filter.beforeId === null ? {} : { id: { lt: filter.beforeId } }),
    },
    orderBy: { id: 'desc' },
    take: filter.limit,
  })
}

export function updateWebhook(
  db: Db,
  id: number,
  changes: Partial<WebhookSettings & Verification>,
): Promise<WebhookRecord> {
  return db.webhook.update({ where: { id }, data: { ...changes, version: { increment: 1 } } })
}

export interface StoredSecrets {
  /** Sealed. */
  current: string
  previous: string | null
  changedAt: Date
  /** Until when the previous secret signs too; null if it never did. */
  graceEndsAt: Date | null
  /** Whether the webhook still has its first secret. */
  isFirst: boolean
  /** The delivery of the last verification with the present secret, which the previous one did not sign. */
  verificationId: string | null
  verificationCheckedAt: Date | null
}

export async function findWebhookSecrets(
  db: Db,
  { projectId, id }: WebhookKey,
): Promise<StoredSecrets | null> {
  const [row] = await db.$queryRaw<StoredSecrets[]>`
    SELECT secret_sealed AS current, previous_secret_sealed AS previous, secret_changed_at AS "changedAt",
           previous_secret_expires_at AS "graceEndsAt", secret_changed_at <= created_at AS "isFirst",
           verification_id AS "verificationId", verification_checked_at AS "verificationCheckedAt"
      FROM webhooks
     WHERE id = ${id} AND project_id = ${projectId}::uuid AND secret_sealed IS NOT NULL`
  return row ?? null
}

/** Whether the secret was changed, after the webhook was created, within the last seconds by the database's clock. */
export async function wasSecretJustChanged(
  db: Db,
  id: number,
  withinSeconds: number,
): Promise<boolean> {
  const [row] = await db.$queryRaw<{ was_changed: boolean }[]>`
    SELECT secret_changed_at > created_at
           AND secret_changed_at > clock_timestamp() - make_interval(secs => ${withinSeconds}::integer) AS was_changed
      FROM webhooks WHERE id = ${id}`
  return row?.was_changed === true
}

/** Replaces a locked webhook's secret; the old one signs for `graceSeconds` more. The webhook is no longer verified. */
export async function replaceWebhookSecret(
  db: Db,
  id: number,
  next: { secretSealed: string; graceSeconds: number },
): Promise<void> {
  await db.$executeRaw`
    UPDATE webhooks
       SET previous_secret_sealed = CASE WHEN ${next.graceSeconds}::integer > 0 THEN secret_sealed END,
           previous_secret_expires_at = CASE WHEN ${next.graceSeconds}::integer > 0
             THEN clock_timestamp() + make_interval(secs => ${next.graceSeconds}::integer) END,
           secret_sealed = ${next.secretSealed}, secret_changed_at = clock_timestamp(), updated_at = now(),
           verification_id = NULL, verification_checked_at = NULL, verification_status = NULL, verified_at = NULL
     WHERE id = ${id}`
}

/** Ends the grace of a locked webhook's former secret; false if it has ended already, or there is none. */
export async function endSecretGrace(db: Db, id: number): Promise<boolean> {
  const ended = await db.$executeRaw`
    UPDATE webhooks SET previous_secret_expires_at = clock_timestamp(), updated_at = now()
     WHERE id = ${id}::integer AND previous_secret_expires_at > clock_timestamp()`
  return ended > 0
}

/** Records the status returned to a wrong signature; nothing if URL, secret or verification has changed since. */
export async function recordVerification(
  db: Db,
  { id, deliveryId, statusCode }: { id: number; deliveryId: string; statusCode: number | null },
): Promise<void> {
  await db.$executeRaw`
    UPDATE webhooks
       SET verification_checked_at = clock_timestamp(), verification_status = ${statusCode}::integer,
           verified_at = CASE WHEN ${statusCode}::integer IS NULL THEN verified_at
                              WHEN ${statusCode}::integer NOT BETWEEN 200 AND 299 THEN clock_timestamp() END
     WHERE id = ${id}::integer AND verification_id = ${deliveryId}::uuid AND verification_checked_at IS NULL`
}

/** Marks a webhook as deleted and erases its secrets; the row stays for its deliveries. */
export async function deleteWebhook(db: Db, id: number): Promise<void> {
  await db.webhook.update({
    where: { id },
    data: {
      deletedAt: new Date(),
      isActive: false,
      secretSealed: null,
      previousSecretSealed: null,
      previousSecretExpiresAt: null,
    },
  })
}

export async function insertTestEvent(
  db: Db,
  event: { id: string; projectId: string; type: string; payload: string },
): Promise<void> {
  await db.event.create({ data: { ...event, isTest: true } })
}
