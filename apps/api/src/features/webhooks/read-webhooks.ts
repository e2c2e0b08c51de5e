import type {
  ListedWebhookWire,
  listWebhooksQuery,
  SampleRequestWire,
  WebhookWire,
} from '@throughline/contracts/webhook'
import {
  readWebhookHealth,
  type LastError,
  type WebhookHealth,
} from '@throughline/db/webhooks/health'
import { listWebhooks as listRows, type WebhookRecord } from '@throughline/db/webhooks/webhooks'
import type { z } from 'zod'
import { attemptFigures } from '../../domain/stats/attempt-figures.js'
import { ratio } from '../../domain/stats/span.js'
import { readIntegerCursor, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import type { SampleRequest } from '../../infra/sample-receiver.js'
import { requireWebhook, type WebhookCall } from './webhook-call.js'
import { formatTimestamp } from '@throughline/core/webhooks/payload'

type ListCall = Call<unknown, z.output<typeof listWebhooksQuery>>

export async function listWebhooks({ db, project, query }: ListCall): Promise<Answer> {
  const rows = await listRows(db, {
    projectId: project.id,
    beforeId: readIntegerCursor(query.cursor),
    limit: query.limit + 1,
  })
  const ids = rows.map(({ id }) => id)
  const health = await readWebhookHealth(db, { projectId: project.id, ids })
  const present = (row: WebhookRecord) => presentListed(row, health.get(row.id))
  return { status: 200, body: toPage(rows, query.limit, present) }
}

export async function getWebhook(call: WebhookCall): Promise<Answer> {
  return { status: 200, body: presentWebhook(await requireWebhook(call)) }
}

export function presentWebhook(webhook: WebhookRecord): WebhookWire {
  return {
    id: webhook.id,
    url: webhook.url,
    // The database contains only validated events.
    events: webhook.events as WebhookWire['events'],
    is_active: webhook.isActive,
    name: webhook.name,
    description: webhook.description,
    verified_at: webhook.verifiedAt === null ? null : formatTimestamp(webhook.verifiedAt),
    verification: presentVerification(webhook),
    grace_ends_at: presentGrace(webhook),
    created_at: formatTimestamp(webhook.createdAt),
    version: webhook.version,
  }
}

/** The former secret stays in the row after its grace period, but it no longer signs. */
function presentGrace({ previousSecretExpiresAt: endsAt }: WebhookRecord): string | null {
  return endsAt === null || endsAt <= new Date() ? null : formatTimestamp(endsAt)
}

function presentVerification(webhook: WebhookRecord): WebhookWire['verification'] {
  const { verificationId: id, verificationCheckedAt: at, verificationStatus: status } = webhook
  if (id === null) return null
  return {
    delivery_id: id,
    result: at === null ? 'waiting' : resultOf(status),
    wrong_signature_status: status,
    checked_at: at === null ? null : formatTimestamp(at),
  }
}

function resultOf(status: number | null): NonNullable<WebhookWire['verification']>['result'] {
  if (status === null) return 'no_response'
  return status >= 200 && status < 300 ? 'accepts_wrong_signature' : 'verified'
}

function presentListed(webhook: WebhookRecord, health?: WebhookHealth): ListedWebhookWire {
  const { succeeded, failed, p95Ms } = attemptFigures(health?.attempts ?? [])
  const { oldestDueAt = null, lastError = null } = health ?? {}
  return {
    ...presentWebhook(webhook),
    health: {
      succeeded,
      failed_attempts: failed,
      p95_ms: p95Ms,
      success_rate: ratio(succeeded, succeeded + failed),
      oldest_due_at: oldestDueAt === null ? null : formatTimestamp(oldestDueAt),
      last_error: lastError === null ? null : presentError(lastError),
    },
  }
}

function presentError(last: LastError): ListedWebhookWire['health']['last_error'] {
  return {
    delivery_id: last.deliveryId,
    at: formatTimestamp(last.startedAt),
    status_code: last.statusCode,
    error_class: last.errorClass,
    error: last.error,
  }
}

/** Reads what the sample receiver got from webhooks of this project. */
export function readSampleReceiver({ ctx, project }: Call<object>): Promise<Answer> {
  const { url } = ctx.sampleInbox
  return Promise.resolve({
    status: 200,
    body: { url, data: ctx.sampleInbox.list(project.id).map(presentSample) },
  })
}

function presentSample(request: SampleRequest): SampleRequestWire {
  return {
    webhook_id: request.webhookId,
    received_at: formatTimestamp(request.receivedAt),
    delivery_id: request.deliveryId,
    event: request.event,
    trigger: request.trigger,
    is_test: request.isTest,
    status: request.status,
    problem: request.problem,
    payload: request.payload,
  }
}
