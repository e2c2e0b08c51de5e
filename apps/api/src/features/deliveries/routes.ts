import {
  delivery,
  deliveryPage,
  deliveryWithAttempts,
  listDeliveriesQuery,
  listProjectDeliveriesQuery,
  projectDeliveryPage,
  replay,
  replayBody,
  replayStarted,
  resendBody,
  resendManyBody,
  resentDeliveries,
} from '@throughline/contracts/delivery'
import { deletedRecord } from '@throughline/contracts/webhook'
import { route, type Route } from '../../http/route.js'
import { CSV_TYPES } from '../../http/csv.js'
import { listDeliveries } from './list-deliveries.js'
import { cancelReplay, replayWebhook } from './replay-webhook.js'
import { getDelivery, getReplay, listWebhookDeliveries } from './read-deliveries.js'
import { resendDeliveries, resendDelivery } from './resend-delivery.js'

export const deliveryRoutes: Route[] = [
  route({
    method: 'get',
    path: '/api/webhooks/:id/deliveries',
    summary: 'List the deliveries of a webhook, newest first',
    description:
      'Returns the deliveries of one webhook, 20 per page by default. Filter by `state`, and by creation time with `since` and `until`. To get the next page, send `next_cursor` as `cursor`.',
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
    path: '/api/deliveries',
    summary: 'List the deliveries of all webhooks, newest first',
    description:
      'Returns the deliveries of the project, 20 per page by default, each with the result of its last attempt. All given filters must match; `state=failed,retrying,held` finds deliveries that need attention. With `format=csv`, the response is a file of all deliveries, which viewers may not export.',
    tag: 'Deliveries',
    access: 'management:deliveries:read',
    ticket: 'csv',
    csvHasIds: true,
    query: listProjectDeliveriesQuery,
    answers: {
      200: {
        description: 'A page of deliveries.',
        schema: projectDeliveryPage,
        contentTypes: CSV_TYPES,
      },
    },
    run: listDeliveries,
  }),
  route({
    method: 'post',
    path: '/api/deliveries/resend',
    summary: 'Resend up to 100 deliveries',
    description:
      'Does for each of the given deliveries what `POST /api/deliveries/{id}/resend` does. A delivery that cannot be sent does not keep the others back: `data` has a result for each id, with the error code of the single call. `queued` is the number of deliveries that are sent again, and can be 0.',
    tag: 'Deliveries',
    access: 'management:deliveries:write',
    body: resendManyBody,
    example: { ids: ['0190a0a0-0000-7000-8000-000000000000'] },
    isCreate: true,
    answers: {
      202: { description: 'The result for each delivery.', schema: resentDeliveries },
    },
    run: resendDeliveries,
  }),
  route({
    method: 'get',
    path: '/api/deliveries/:id',
    summary: 'Read a delivery with its exact payload and its attempts',
    description:
      'Returns the bytes that every attempt sends, the request headers of each attempt and the response of the receiver. Use it to find out why a delivery failed. Deliveries of deleted webhooks can also be read.',
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
    summary: 'Resend a delivery',
    description:
      'Makes one more attempt immediately, with the same bytes and the same `webhook-id`. With `retries: true`, a new schedule of up to four attempts starts instead. While an attempt is in progress, the response is 409 `delivery_in_flight`.',
    tag: 'Deliveries',
    access: 'management:deliveries:write',
    params: { id: 'uuid' },
    body: resendBody,
    example: { retries: true },
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
    summary: 'Replay the deliveries of a time range',
    description:
      'Sends deliveries of a time range again, by default those that failed or were skipped. Each has the same bytes, the same id and a new schedule. The states `succeeded` and `all` require `until`; with `dry_run`, deliveries are only counted. `GET /api/replays/{id}` returns the progress.',
    tag: 'Deliveries',
    access: 'management:deliveries:write',
    params: { id: 'integer' },
    body: replayBody,
    example: {
      since: '2026-03-01T00:00:00Z',
      until: '2026-03-02T00:00:00Z',
      state: 'failed',
      dry_run: true,
    },
    isCreate: true,
    // Counting many millions takes long. After 60 s, the Idempotency-Key would count as unused.
    transactionTimeoutMs: 45_000,
    answers: {
      202: { description: 'Number of deliveries to send again.', schema: replayStarted },
    },
    problems: [404, 409],
    run: replayWebhook,
  }),
  route({
    method: 'get',
    path: '/api/replays/:id',
    summary: 'Read a replay and its progress',
    description:
      'Returns the request and the number of waiting, succeeded and failed deliveries. `status` is `finished` when no delivery is waiting.',
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
    summary: 'Cancel a replay',
    description:
      'Cancels the deliveries of a replay that were not sent yet. The replay remains readable. A second call has no effect.',
    tag: 'Deliveries',
    access: 'management:deliveries:write',
    params: { id: 'integer' },
    answers: { 200: { description: 'The canceled replay.', schema: deletedRecord } },
    problems: [404],
    run: cancelReplay,
  }),
]
