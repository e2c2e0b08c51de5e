import { lookupAnswer, lookupQuery, setup } from '@throughline/contracts/setup'
import { overview, overviewQuery } from '@throughline/contracts/stats'
import { route } from '../../http/route.js'
import { lookup } from './lookup.js'
import { readSetup } from './read-setup.js'
import { readOverview } from './read-overview.js'

export const overviewRoutes = [
  route({
    method: 'get',
    path: '/api/overview',
    summary: 'Read the numbers of the project',
    description:
      'Returns clicks, installs, the match rate with its reasons, deliveries, and the most frequent links, campaigns, countries and so on, of a span of days. Give `days`, or `from` and `to`, and the time zone `tz`; `compare=true` adds the days before. Counts follow a click or install by at most ten seconds, attempts by some minutes. The values of each list add up to the totals.',
    tag: 'Overview',
    access: 'management:project:read',
    query: overviewQuery,
    answers: { 200: { description: 'The numbers', schema: overview } },
    run: readOverview,
  }),
  route({
    method: 'get',
    path: '/api/setup',
    summary: 'Read what is set up so far',
    description:
      'Returns a mark for each step from the first link to the first delivery, by what the project has. The newest install shows that the SDK reports. Webhooks, association files and custom domains follow.',
    tag: 'Overview',
    access: 'management:project:read',
    answers: { 200: { description: 'The marks', schema: setup } },
    run: readSetup,
  }),
  route({
    method: 'get',
    path: '/api/lookup',
    summary: 'Find out what an id, code or URL is',
    description:
      'Takes anything that the API or a link shows: an id, a code, a short URL, a destination, a host or a fingerprint. Returns each record of the project that it may mean, with the address that answers it, and that the caller may read there. A text that means nothing has an empty list.',
    tag: 'Overview',
    access: 'management:project:read',
    query: lookupQuery,
    answers: { 200: { description: 'What it is', schema: lookupAnswer } },
    run: lookup,
  }),
]
