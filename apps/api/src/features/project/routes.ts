import { linkDomains } from '@throughline/contracts/links'
import { route } from '../../http/route.js'
import { listLinkDomains } from './list-link-domains.js'

export const projectRoutes = [
  route({
    method: 'get',
    path: '/api/projects/link-domains',
    summary: 'List the hosts of the project’s links',
    tag: 'Projects',
    access: 'key',
    answers: { 200: { description: 'Hosts, the project’s own prefix first', schema: linkDomains } },
    run: listLinkDomains,
  }),
]
