import { erasure, erasureBody } from '@throughline/contracts/erasures'
import { route, type Route } from '../../http/route.js'
import { createErasure } from './create-erasure.js'
import { getErasure } from './read-erasure.js'

/** docs/adr/0031-anonymizes-and-erases-personal-data.md */
export const erasureRoutes: Route[] = [
  route({
    method: 'post',
    path: '/api/erasures',
    summary: 'Erase the data of an install or of all visitors of a link',
    description:
      'Send either the `install_id` that the app sent, or the `code` of a link. Clicks, installs and payloads are deleted or blanked, and waiting deliveries are canceled. The response is a receipt. If the erasure takes longer, the response is 202 and the erasure continues.',
    tag: 'Privacy',
    access: 'management:erasures:write',
    body: erasureBody,
    example: { install_id: '3f2b8c1e-5a47-4d0b-9c36-7e1f0a2d4b68' },
    // Erasing an install takes one transaction, erasing a link several.
    isTransaction: false,
    answers: {
      200: {
        description: 'The receipt; for an already erased install, the first receipt',
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
    description:
      'Returns the number of erased records. `erased_at` is null while the erasure is in progress.',
    tag: 'Privacy',
    access: 'management:erasures:read',
    params: { id: 'uuid' },
    answers: { 200: { description: 'The receipt', schema: erasure } },
    run: getErasure,
  }),
]
