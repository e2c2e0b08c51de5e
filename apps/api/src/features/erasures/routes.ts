import { erasure, erasureBody } from '@throughline/contracts/erasures'
import { route, type Route } from '../../http/route.js'
import { createErasure } from './create-erasure.js'
import { getErasure } from './read-erasure.js'

/** docs/adr/0031-anonymizes-and-erases-personal-data.md */
export const erasureRoutes: Route[] = [
  route({
    method: 'post',
    path: '/api/erasures',
    summary: 'Erase the data of an install, or of all visitors of a link',
    tag: 'Privacy',
    access: 'management:erasures:write',
    body: erasureBody,
    // An install is one transaction, a link several.
    isTransaction: false,
    answers: {
      200: {
        description: 'The receipt; for an install that is already erased, the first one',
        schema: erasure,
      },
      202: { description: 'The receipt so far; the erasure continues', schema: erasure },
    },
    run: createErasure,
  }),
  route({
    method: 'get',
    path: '/api/erasures/:id',
    summary: 'Read the receipt of an erasure',
    tag: 'Privacy',
    access: 'management:erasures:read',
    params: { id: 'uuid' },
    answers: { 200: { description: 'The receipt', schema: erasure } },
    run: getErasure,
  }),
]
