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
    summary: 'Read the statistics of the project',
    description:
      'Returns clicks, installs, the match rate, deliveries, and the top links, campaigns, countries and other values in a span of days. Send `days`, or `from` and `to`, and the time zone `tz`; `compare=true` adds the same number of previous days. Clicks and installs are counted within ten seconds, attempts within some minutes. The values of each list add up to the totals.',
    tag: 'Overview',
    access: 'management:project:read',
    query: overviewQuery,
    answers: { 200: { description: 'The statistics', schema: overview } },
    run: readOverview,
  }),
  route({
    method: 'get',
    path: '/api/setup',
    summary: 'Read the setup steps of the project',
    description:
      'Returns whether each setup step is done, from the first link to the first delivery. The newest install shows that the SDK works. The response also contains the state of webhooks, association files and custom domains.',
    tag: 'Overview',
    access: 'management:project:read',
    answers: { 200: { description: 'The setup steps', schema: setup } },
    run: readSetup,
  }),
  route({
    method: 'get',
    path: '/api/lookup',
    summary: 'Look up an id, a code or a URL',
    description:
      'Takes an id, a code, a short URL, a destination, a host or a fingerprint. Returns all matching records of the project that the caller may read, each with its API path. If nothing matches, the list is empty.',
    tag: 'Overview',
    access: 'management:project:read',
    query: lookupQuery,
    answers: { 200: { description: 'The matching records', schema: lookupAnswer } },
    run: lookup,
  }),
]
