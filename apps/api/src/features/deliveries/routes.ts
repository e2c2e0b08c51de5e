import {
  delivery,
  deliveryPage,
  deliveryWithAttempts,
  listDeliveriesQuery,
  replay,
  replayBody,
  replayStarted,
  resendBody,
} from '@throughline/contracts/delivery'
import { deletedRecord } from '@throughline/contracts/webhook'
import { route, type Route } from '../../http/route.js'
import { cancelReplay, replayWebhook } from './replay-webhook.js'
import { getDelivery, getReplay, listWebhookDeliveries } from './read-deliveries.js'
import { resendDelivery } from './resend-delivery.js'

export const deliveryRoutes: Route[] = [
  route({
    method: 'get',
    path: '/api/webhooks/:id/deliveries',
    summary: 'List the deliveries of a webhook, newest first',
    tag: 'Deliveries',
    access: 'management:deliveries:read',
    params: { id: 'integer' },
    query: listDeliveriesQuery,
    answers: { 200: { description: 'A page of deliveries.', schema: deliveryPage } },
    problems: [404],
    run: listWebhookDeliveries,
  }),
  route({
    method: 'get',
    path: '/api/deliveries/:id',
    summary: 'Read a delivery with its exact payload and its attempts',
    tag: 'Deliveries',
    access: 'management:deliveries:read',
    params: { id: 'uuid' },
    answers: { 200: { description: 'The delivery.', schema: deliveryWithAttempts } },
    problems: [404],
    run: getDelivery,
  }),
  route({
    method: 'post',
    path: '/api/deliveries/:id/resend',
    summary: 'Attempt a delivery again now, or start a new schedule',
    tag: 'Deliveries',
    access: 'management:deliveries:write',
    params: { id: 'uuid' },
    body: resendBody,
    isBodyOptional: true,
    isCreate: true,
    answers: {
      202: { description: 'The delivery, with an attempt in progress.', schema: delivery },
    },
    problems: [404, 409],
    run: resendDelivery,
  }),
  route({
    method: 'post',
    path: '/api/webhooks/:id/replay',
    summary: 'Send the deliveries of a time range again: failed, skipped, succeeded or all',
    tag: 'Deliveries',
    access: 'management:deliveries:write',
    params: { id: 'integer' },
    body: replayBody,
    isCreate: true,
    // Counting many millions takes long; after 60 s the Idempotency-Key would count as unused.
    transactionTimeoutMs: 45_000,
    answers: {
      202: { description: 'Number of deliveries that are sent again.', schema: replayStarted },
    },
    problems: [404, 409],
    run: replayWebhook,
  }),
  route({
    method: 'get',
    path: '/api/replays/:id',
    summary: 'Read a replay and its progress',
    tag: 'Deliveries',
    access: 'management:deliveries:read',
    params: { id: 'integer' },
    answers: { 200: { description: 'The replay.', schema: replay } },
    problems: [404],
    run: getReplay,
  }),
  route({
    method: 'delete',
    path: '/api/replays/:id',
    summary: 'Cancel a replay; sent deliveries stay sent',
    tag: 'Deliveries',
    access: 'management:deliveries:write',
    params: { id: 'integer' },
    answers: { 200: { description: 'The canceled replay.', schema: deletedRecord } },
    problems: [404],
    run: cancelReplay,
  }),
]
