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
import { quality, qualityQuery } from '@throughline/contracts/quality'
import { route, type Route } from '../../http/route.js'
import {
  explainMatch,
  getAttribution,
  listAttributions,
  readAdPayloads,
} from './read-attributions.js'
import { findAttributionByCode, findAttributionByFingerprint } from './find-attribution.js'
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
    summary:
      'Match an install to the click that led to it. A repeated call returns the first response. With the project key alone, an address may have 300 attributed installs per hour, then 429',
    tag: 'Attribution',
    access: 'attribution',
    body: installBody,
    // It opens its own transaction for its writes and decides again after a lost race.
    isTransaction: false,
    answers: { 200: { description: 'The decision', schema: installAnswer } },
    problems: [503],
    run: recordInstall,
  }),
  route({
    method: 'get',
    path: '/api/attribution/fingerprint/:fingerprint',
    summary: 'Read the newest attribution of a fingerprint, at most 30 days old',
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
    tag: 'Attribution',
    access: 'management:attributions:read',
    query: explainQuery,
    answers: { 200: { description: 'The decision and its reason', schema: installExplanation } },
    run: explainMatch,
  }),
  route({
    method: 'get',
    path: '/api/attribution/quality',
    summary:
      'Read how often matching by signals would have been right, measured on installs with a token',
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
    query: listAttributionsQuery,
    answers: { 200: { description: 'A page of attributions', schema: attributionPage } },
    run: listAttributions,
  }),
  route({
    ...managed,
    method: 'get',
    path: '/api/attributions/:id',
    summary: 'Read an attribution with the deliveries of its event',
    params: { id: 'uuid' },
    answers: { 200: { description: 'The attribution', schema: attributionWithDeliveries } },
    run: getAttribution,
  }),
  route({
    ...managed,
    method: 'get',
    path: '/api/attributions/:id/ad-payloads',
    summary: 'Read the fields that the server APIs of ad networks accept for an attribution',
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
