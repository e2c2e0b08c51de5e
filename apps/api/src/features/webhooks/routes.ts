import {
  checkedUrl,
  checkUrlBody,
  createWebhookBody,
  createdWebhook,
  deletedRecord,
  listWebhooksQuery,
  rotateWebhookBody,
  sampleReceiver,
  updateWebhookBody,
  webhook,
  webhookPage,
  webhookSecret,
} from '@throughline/contracts/webhook'
import { testDelivery } from '@throughline/contracts/delivery'
import { route, type Route } from '../../http/route.js'
import { createWebhook } from './create-webhook.js'
import { endGrace } from './end-grace.js'
import { deleteWebhook, updateWebhook } from './update-webhook.js'
import { getWebhook, listWebhooks, readSampleReceiver } from './read-webhooks.js'
import { regenerateSecret, rotateSecret } from './rotate-secret.js'
import { testWebhook, verifyWebhook } from './test-webhook.js'
import { checkUrl, urlRules } from './validate-url.js'

const one = { tag: 'Webhooks', params: { id: 'integer' } } as const
const regenerate = {
  ...one,
  path: '/api/webhooks/:id/regenerate-secret',
  access: 'management:webhooks:write',
  isTransaction: true,
  needsRecentSignIn: true,
  answers: {
    200: { description: 'The new secret; the old one is invalid.', schema: webhookSecret },
  },
  run: regenerateSecret,
} as const

export const webhookRoutes: Route[] = [
  route({
    method: 'post',
    path: '/api/webhooks',
    summary: 'Create a webhook',
    description:
      'Registers an https URL that receives the events of the project from now on. The response contains the secret that signs each delivery; store it, because no later call returns it. A project can have 100 webhooks.',
    tag: 'Webhooks',
    access: 'management:webhooks:write',
    body: createWebhookBody,
    fieldRules: urlRules,
    example: { url: 'https://hooks.example.com/throughline', events: ['install_attributed'] },
    isCreate: true,
    needsRecentSignIn: true,
    answers: { 201: { description: 'The webhook, with its secret.', schema: createdWebhook } },
    problems: [409],
    run: createWebhook,
  }),
  route({
    method: 'get',
    path: '/api/webhooks',
    summary: 'List webhooks, newest first',
    description:
      'Returns the webhooks of the project without their secrets, 20 per page by default. To get the next page, send `next_cursor` as `cursor`.',
    tag: 'Webhooks',
    access: 'management:webhooks:read',
    query: listWebhooksQuery,
    answers: { 200: { description: 'A page of webhooks.', schema: webhookPage } },
    run: listWebhooks,
  }),
  route({
    method: 'post',
    path: '/api/webhooks/check-url',
    summary: 'Check the URL of a webhook without saving it',
    description:
      'Returns whether a webhook may use this URL, so that a form can validate it before saving. The rules are those of create and update. The check contacts neither DNS nor the receiver; an accepted URL can still be unreachable.',
    tag: 'Webhooks',
    access: 'management:webhooks:write',
    body: checkUrlBody,
    example: { url: 'https://hooks.example.com/throughline' },
    answers: { 200: { description: 'Whether the URL is accepted.', schema: checkedUrl } },
    run: checkUrl,
  }),
  route({
    ...one,
    method: 'get',
    path: '/api/webhooks/:id',
    summary: 'Read a webhook',
    description:
      'Returns the URL, the events and the state of one webhook. The response never contains the secret; replace a lost secret with `POST /api/webhooks/{id}/rotate`.',
    access: 'management:webhooks:read',
    answers: { 200: { description: 'The webhook, without its secret.', schema: webhook } },
    problems: [404],
    run: getWebhook,
  }),
  route({
    ...one,
    method: 'put',
    path: '/api/webhooks/:id',
    summary: 'Change, pause or resume a webhook',
    description:
      'Omitted fields keep their value. While `is_active` is false, nothing is sent: retries are held, and new events create skipped deliveries, which only a replay sends. Held deliveries resume if `is_active` becomes true within 24 hours. If the webhook has another version than `If-Match` names, the response is 412.',
    access: 'management:webhooks:write',
    isConditional: true,
    body: updateWebhookBody,
    fieldRules: urlRules,
    example: { is_active: true },
    answers: { 200: { description: 'The webhook, without its secret.', schema: webhook } },
    problems: [404],
    run: updateWebhook,
  }),
  route({
    ...one,
    method: 'delete',
    path: '/api/webhooks/:id',
    summary: 'Delete a webhook',
    description:
      'Deletes the secret and cancels all deliveries that have not succeeded or failed yet. Deliveries of the webhook stay readable by id. A deleted webhook cannot be restored; to pause a webhook, set `is_active` to false.',
    access: 'management:webhooks:write',
    answers: { 200: { description: 'The deleted webhook.', schema: deletedRecord } },
    problems: [404],
    run: deleteWebhook,
  }),
  route({
    ...regenerate,
    method: 'get',
    summary: 'Replace the secret immediately',
    description:
      'Returns a new secret, which signs the next attempt; the old secret is invalid. Although the method is GET, each call changes the secret, so HEAD and prefetch requests are rejected. Prefer `POST /api/webhooks/{id}/rotate`, during which both secrets sign for a while.',
    rejectsHead: true,
    problems: [403, 404],
  }),
  route({
    ...regenerate,
    method: 'post',
    summary: 'Replace the secret immediately (POST)',
    description:
      'Has the same effect as GET, for callers that keep GET free of side effects. The new secret signs the next attempt, and the old secret is invalid.',
    problems: [403, 404],
  }),
  route({
    ...one,
    method: 'post',
    path: '/api/webhooks/:id/rotate',
    summary: 'Replace the secret with a grace period',
    description:
      'Returns a new secret. During the grace period, 24 hours by default, `webhook-signature` contains one signature by each secret, so that receivers can switch secrets without rejecting a delivery. `X-Service-Signature` uses only the new secret.',
    access: 'management:webhooks:write',
    body: rotateWebhookBody,
    example: { grace_seconds: 3_600 },
    isBodyOptional: true,
    needsRecentSignIn: true,
    answers: { 200: { description: 'The new secret.', schema: webhookSecret } },
    problems: [404],
    run: rotateSecret,
  }),
  route({
    ...one,
    method: 'post',
    path: '/api/webhooks/:id/end-grace',
    summary: 'End the grace period of a former secret',
    description:
      'From the next attempt on, only the current secret signs `webhook-signature`. Use it if the former secret has leaked, or after the receiver has switched. A receiver that still verifies with the former secret rejects deliveries, which are retried. Without a grace period, the call changes nothing.',
    access: 'management:webhooks:write',
    answers: {
      200: { description: 'The webhook; `grace_ends_at` is null.', schema: webhook },
    },
    problems: [404],
    run: endGrace,
  }),
  route({
    ...one,
    method: 'post',
    path: '/api/webhooks/:id/test',
    summary: 'Send a sample payload',
    description:
      'Creates a delivery with a sample payload and the header `X-Service-Test: true`. It goes through the same queue, signature and retries as a real event. `GET /api/deliveries/{id}` returns the result.',
    access: 'management:webhooks:write',
    isCreate: true,
    answers: { 202: { description: 'The delivery in progress.', schema: testDelivery } },
    problems: [404, 409],
    run: testWebhook,
  }),
  route({
    ...one,
    method: 'post',
    path: '/api/webhooks/:id/verify',
    summary: 'Verify that a receiver checks signatures',
    description:
      'Sends a sample payload with a right signature, like `POST /api/webhooks/{id}/test`. After the receiver has accepted it, sends the sample once more with a wrong signature; this request is not a delivery and is never retried. If the receiver returns a status other than 2xx to it, `verified_at` of the webhook is set. `verification` has the result.',
    access: 'management:webhooks:write',
    isCreate: true,
    answers: { 202: { description: 'The delivery in progress.', schema: testDelivery } },
    problems: [404, 409],
    run: verifyWebhook,
  }),
  route({
    method: 'get',
    path: '/api/sample-receiver',
    summary: 'Read what the sample receiver got',
    description:
      'Outside production, `npm start` serves a receiver for a first try. It accepts requests that are signed with the secret of their webhook, and rejects others with 401. This call returns its URL and the requests from webhooks of the project. The requests are kept in memory until the API stops.',
    tag: 'Webhooks',
    access: 'management:webhooks:read',
    answers: { 200: { description: 'The URL and the requests.', schema: sampleReceiver } },
    run: readSampleReceiver,
  }),
]
