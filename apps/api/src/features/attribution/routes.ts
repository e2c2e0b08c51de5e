import {
  attributionMiss,
  attributionPayload,
  installAnswer,
  installBody,
} from '@throughline/contracts/attribution'
import {
  adPayloads,
  attributionPage,
  attributionWithDeliveries,
  listAttributionsQuery,
} from '@throughline/contracts/attributions'
import { explainQuery, installExplanation } from '@throughline/contracts/explanation'
import { installPage, listInstallsQuery } from '@throughline/contracts/installs'
import { quality, qualityQuery } from '@throughline/contracts/quality'
import { CSV_TYPES } from '../../http/csv.js'
import { route, type Route } from '../../http/route.js'
import { explainMatch } from './explain-match.js'
import { getAttribution, listAttributions, readAdPayloads } from './read-attributions.js'
import { findAttributionByCode, findAttributionByFingerprint } from './find-attribution.js'
import { listInstalls } from './list-installs.js'
import { readQuality } from './read-quality.js'
import { recordInstall } from './record-install.js'

const managed = { tag: 'Attribution', access: 'management:attributions:read' } as const
const answers = {
  200: { description: 'The payload as sent to the webhooks', schema: attributionPayload },
  404: { description: 'No attribution was found', schema: attributionMiss },
}

export const attributionRoutes: Route[] = [
  route({
    method: 'post',
    path: '/api/attribution/installs',
    summary: 'Report an install and match it to a click',
    description:
      'The app sends this request on its first start. The response contains the matched click’s link, the type of match and its confidence; a match also creates one delivery for each subscribed webhook. A repeated call with the same `install_id` returns the first response. With the project key alone, an IP address can have 300 attributed installs per hour; further calls return 429.',
    tag: 'Attribution',
    access: 'attribution',
    body: installBody,
    example: {
      install_id: '3f2b8c1e-5a47-4d0b-9c36-7e1f0a2d4b68',
      platform: 'android',
      device: {
        os_version: '14',
        model: 'Pixel 8',
        screen_width: 412,
        screen_height: 915,
        pixel_ratio: 2.625,
        languages: ['en-US'],
        time_zone: 'Europe/Berlin',
      },
      consent: true,
    },
    // The operation opens its own transaction for its writes and decides again after a lost race.
    isTransaction: false,
    answers: { 200: { description: 'The decision', schema: installAnswer } },
    problems: [503],
    run: recordInstall,
  }),
  route({
    ...managed,
    method: 'get',
    path: '/api/installs',
    summary: 'List installs, newest first',
    description:
      'Returns matched and unmatched installs of the project, 20 per page by default. `reason` says why an install has no match; `GET /api/attribution/explain` explains a single install. All given filters must match. With `format=csv`, the response is a file of all installs, which viewers may not export.',
    ticket: 'csv',
    csvHasIds: true,
    query: listInstallsQuery,
    answers: {
      200: { description: 'A page of installs', schema: installPage, contentTypes: CSV_TYPES },
    },
    run: listInstalls,
  }),
  route({
    method: 'get',
    path: '/api/attribution/fingerprint/:fingerprint',
    summary: 'Read the newest attribution of a fingerprint',
    description:
      'Returns the exact payload that was sent to the webhooks. Send the `fingerprint` of the install response, percent-encoded in the path. Without an attribution in the last 30 days, the response is 404 with `{"matched": false}`.',
    tag: 'Attribution',
    access: 'attribution',
    params: { fingerprint: 'text' },
    answers,
    run: findAttributionByFingerprint,
  }),
  route({
    method: 'get',
    path: '/api/attribution/code/:code',
    summary: 'Read the newest attribution of a link',
    description:
      'Returns the exact payload that was sent to the webhooks. Later changes to the link or its campaign do not affect it. Without an attribution, the response is 404 with `{"matched": false}`.',
    tag: 'Attribution',
    access: 'attribution',
    params: { code: 'text' },
    answers,
    run: findAttributionByCode,
  }),
  route({
    method: 'get',
    path: '/api/attribution/explain',
    summary: 'Explain why an install was matched or not',
    description:
      'Returns every examined click, each compared signal with its weight, and the rule that decided. Use it to find out why an install was or was not attributed. With `near=true`, the response also lists clicks before an unmatched install that were not candidates, with the reasons. The details are deleted after seven days; the decision is kept.',
    tag: 'Attribution',
    access: 'management:attributions:read',
    query: explainQuery,
    answers: { 200: { description: 'The decision and its reason', schema: installExplanation } },
    run: explainMatch,
  }),
  route({
    method: 'get',
    path: '/api/attribution/quality',
    summary: 'Read the accuracy of matching by signals',
    description:
      'A verified token proves which click led to an install. For such installs, the service also computes which click signals alone would have chosen, and counts how often that click was right. The shares are null for fewer than 100 installs.',
    tag: 'Attribution',
    access: 'management:attributions:read',
    query: qualityQuery,
    answers: { 200: { description: 'Counts and shares by platform', schema: quality } },
    run: readQuality,
  }),
  route({
    ...managed,
    method: 'get',
    path: '/api/attributions',
    summary: 'List attributions, newest first',
    description:
      'Returns the attributions of the project, 20 per page by default. All given filters must match. To get the next page, send `next_cursor` as `cursor`.',
    query: listAttributionsQuery,
    answers: { 200: { description: 'A page of attributions', schema: attributionPage } },
    run: listAttributions,
  }),
  route({
    ...managed,
    method: 'get',
    path: '/api/attributions/:id',
    summary: 'Read an attribution with the deliveries of its event',
    description:
      'Returns one attribution with the payload that was sent. `deliveries` lists one delivery, with its state, for each webhook that was subscribed at that time. The id is in the header `X-Service-Attribution-Id` of a delivery.',
    params: { id: 'uuid' },
    answers: { 200: { description: 'The attribution', schema: attributionWithDeliveries } },
    run: getAttribution,
  }),
  route({
    ...managed,
    method: 'get',
    path: '/api/attributions/:id/ad-payloads',
    summary: 'Read an attribution as fields for the server APIs of ad networks',
    description:
      'Returns one entry for each ad network whose click id was received. Copy `fields` unchanged into your own conversion event; the service sends nothing to ad networks. The network no longer counts an entry with `is_expired`.',
    params: { id: 'uuid' },
    answers: {
      200: {
        description: 'One entry for each network whose click id was received',
        schema: adPayloads,
      },
    },
    run: readAdPayloads,
  }),
]
