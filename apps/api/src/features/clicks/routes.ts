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
      'Returns clicks without IP addresses, 20 per page by default. All given filters must match. If few clicks match, a page can be short or empty; continue until `next_cursor` is null. With `format=csv`, the response is a file of all clicks, which viewers may not export.',
    tag: 'Links',
    access: 'management:attributions:read',
    ticket: 'csv',
    csvHasIds: true,
    query: listClicksQuery,
    answers: {
      200: { description: 'A page of clicks', schema: clickPage, contentTypes: CSV_TYPES },
    },
    run: listClicks,
  }),
]
