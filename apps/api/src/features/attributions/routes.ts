import {
  adPayloads,
  attributionPage,
  attributionWithDeliveries,
  listAttributionsQuery,
} from '@throughline/contracts/attributions'
import { route, type Route } from '../../http/route.js'
import { getAttribution } from './get-attribution.js'
import { listAttributions } from './list-attributions.js'
import { readAdPayloads } from './read-ad-payloads.js'

const managed = { tag: 'Attribution', access: 'management:attributions:read' } as const

/** docs/api-contract.md, "Attribution records". */
export const attributionRecordRoutes: Route[] = [
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
    summary: 'Read what the server APIs of ad networks take for an attribution',
    params: { id: 'uuid' },
    answers: {
      200: { description: 'One entry for each network whose click id came', schema: adPayloads },
    },
    run: readAdPayloads,
  }),
]
