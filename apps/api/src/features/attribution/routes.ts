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
  404: { description: 'No attribution', schema: attributionMiss },
}

export const attributionRoutes: Route[] = [
  route({
    method: 'post',
    path: '/api/attribution/installs',
    summary: 'Match an install to the click that led to it',
    description:
      'The app sends this on its first start. The response says whether the install matches a click, by which evidence and with which confidence; a match also creates one delivery for each subscribed webhook. Repeating the call with the same `install_id` returns the first response. With the project key alone, an address can have 300 attributed installs per hour; beyond that the answer is 429.',
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
    // It opens its own transaction for its writes and decides again after a lost race.
    isTransaction: false,
    answers: { 200: { description: 'The decision', schema: installAnswer } },
    problems: [503],
    run: recordInstall,
  }),
  route({
    ...managed,
    method: 'get',
    path: '/api/installs',
    summary: 'List all installs, matched or not, newest first',
    description:
      'Returns the installs of the project, 20 per page by default, with the reason where none was matched; `GET /api/attribution/explain` explains a single one. All given filters must match. With `format=csv` all of them come as a file.',
    query: listInstallsQuery,
    answers: {
      200: { description: 'A page of installs', schema: installPage, contentTypes: CSV_TYPES },
    },
    run: listInstalls,
  }),
  route({
    method: 'get',
    path: '/api/attribution/fingerprint/:fingerprint',
    summary: 'Read the newest attribution of a fingerprint, at most 30 days old',
    description:
      'Returns the payload that was sent to the webhooks, byte for byte. The fingerprint is the one that the install response contains, percent-encoded in the path. Without an attribution of the last 30 days the answer is 404 with `{"matched": false}`.',
    tag: 'Attribution',
    access: 'attribution',
    params: { fingerprint: 'text' },
    answers,
    run: findAttributionByFingerprint,
  }),
  route({
    method: 'get',
    path: '/api/attribution/code/:code',
    summary: 'Read the most recent attribution of a link',
    description:
      'Returns the payload that was sent to the webhooks, byte for byte. Later changes of the link or its campaign do not affect it. Without an attribution the answer is 404 with `{"matched": false}`.',
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
      'Lists every click that was considered, each compared signal with its weight, and the rule that decided. Use it to answer why a particular install was or was not attributed. With `near=true` it also lists the clicks before an unmatched install that were no candidates, and why. The details of an explanation are deleted after seven days; the decision stays.',
    tag: 'Attribution',
    access: 'management:attributions:read',
    query: explainQuery,
    answers: { 200: { description: 'The decision and its reason', schema: installExplanation } },
    run: explainMatch,
  }),
  route({
    method: 'get',
    path: '/api/attribution/quality',
    summary: 'Read how often matching by signals would have been right',
    description:
      'Installs with a verified token prove which click was theirs. For these, the service also computes what signals alone would have chosen, and counts how often that was right. The shares are null below 100 installs, because they would be meaningless.',
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
      'Returns the attributions of the project, 20 per page by default. All given filters must match. Pass `next_cursor` of a page as `cursor` to get the next one.',
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
      'Returns one attribution with the payload that was sent. `deliveries` lists one delivery per webhook that was subscribed at that time, with its state. Use the id from the header `X-Service-Attribution-Id` of a delivery.',
    params: { id: 'uuid' },
    answers: { 200: { description: 'The attribution', schema: attributionWithDeliveries } },
    run: getAttribution,
  }),
  route({
    ...managed,
    method: 'get',
    path: '/api/attributions/:id/ad-payloads',
    summary: 'Read the fields that the server APIs of ad networks accept for an attribution',
    description:
      'Returns one entry for each ad network whose click id the install carried. Add `fields` to your own conversion event unchanged; the service itself sends nothing to ad networks. An entry with `is_expired` is no longer counted by its network.',
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
