import {
  createWebhookBody,
  createdWebhook,
  deletedRecord,
  listWebhooksQuery,
  rotateWebhookBody,
  updateWebhookBody,
  webhook,
  webhookPage,
  webhookSecret,
} from '@throughline/contracts/webhook'
import { testDelivery } from '@throughline/contracts/delivery'
import { route, type Route } from '../../http/route.js'
import { createWebhook } from './create-webhook.js'
import { deleteWebhook, updateWebhook } from './update-webhook.js'
import { getWebhook, listWebhooks } from './read-webhooks.js'
import { regenerateSecret, rotateSecret } from './rotate-secret.js'
import { testWebhook } from './test-webhook.js'

const one = { tag: 'Webhooks', params: { id: 'integer' } } as const
const regenerate = {
  ...one,
  path: '/api/webhooks/:id/regenerate-secret',
  access: 'management:webhooks:write',
  isTransaction: true,
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
    tag: 'Webhooks',
    access: 'management:webhooks:write',
    body: createWebhookBody,
    isCreate: true,
    answers: { 201: { description: 'The webhook, with its secret.', schema: createdWebhook } },
    problems: [409],
    run: createWebhook,
  }),
  route({
    method: 'get',
    path: '/api/webhooks',
    summary: 'List webhooks, newest first',
    tag: 'Webhooks',
    access: 'management:webhooks:read',
    query: listWebhooksQuery,
    answers: { 200: { description: 'A page of webhooks.', schema: webhookPage } },
    run: listWebhooks,
  }),
  route({
    ...one,
    method: 'get',
    path: '/api/webhooks/:id',
    summary: 'Read a webhook',
    access: 'management:webhooks:read',
    answers: { 200: { description: 'The webhook, never its secret.', schema: webhook } },
    problems: [404],
    run: getWebhook,
  }),
  route({
    ...one,
    method: 'put',
    path: '/api/webhooks/:id',
    summary: 'Change a webhook, or turn it off and on',
    access: 'management:webhooks:write',
    body: updateWebhookBody,
    answers: { 200: { description: 'The webhook, without its secret.', schema: webhook } },
    problems: [404],
    run: updateWebhook,
  }),
  route({
    ...one,
    method: 'delete',
    path: '/api/webhooks/:id',
    summary: 'Delete a webhook; its undelivered deliveries are canceled',
    access: 'management:webhooks:write',
    answers: { 200: { description: 'The deleted webhook.', schema: deletedRecord } },
    problems: [404],
    run: deleteWebhook,
  }),
  route({
    ...regenerate,
    method: 'get',
    summary: 'Replace the secret immediately',
    rejectsHead: true,
    problems: [403, 404],
  }),
  route({
    ...regenerate,
    method: 'post',
    summary: 'Replace the secret immediately, by POST',
    problems: [403, 404],
  }),
  route({
    ...one,
    method: 'post',
    path: '/api/webhooks/:id/rotate',
    summary: 'Replace the secret with a grace period during which both sign',
    access: 'management:webhooks:write',
    body: rotateWebhookBody,
    isBodyOptional: true,
    answers: { 200: { description: 'The new secret.', schema: webhookSecret } },
    problems: [404],
    run: rotateSecret,
  }),
  route({
    ...one,
    method: 'post',
    path: '/api/webhooks/:id/test',
    summary: 'Send a sample payload',
    access: 'management:webhooks:write',
    isCreate: true,
    answers: { 202: { description: 'The delivery in progress.', schema: testDelivery } },
    problems: [404, 409],
    run: testWebhook,
  }),
]
