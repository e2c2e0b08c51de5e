import { clickPage, listClicksQuery } from '@throughline/contracts/click-list'
import { CSV_TYPES } from '../../http/csv.js'
import { route } from '../../http/route.js'
import { listClicks } from './list-clicks.js'

export const clickRoutes = [
  route({
    method: 'get',
    path: '/api/clicks',
    summary: 'List the clicks of the project, newest first',
    description:
      'Returns single clicks, 20 per page by default, without addresses. All given filters must match; with rare matches a page may be short or empty, so read on until `next_cursor` is null. With `format=csv` all of them come as a file.',
    tag: 'Links',
    access: 'management:attributions:read',
    query: listClicksQuery,
    answers: {
      200: { description: 'A page of clicks', schema: clickPage, contentTypes: CSV_TYPES },
    },
    run: listClicks,
  }),
]
