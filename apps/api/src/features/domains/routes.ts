import {
  createDomainBody,
  domain,
  domainPage,
  listDomainsQuery,
} from '@throughline/contracts/domains'
import { linkDomains } from '@throughline/contracts/links'
import { deletedRecord } from '@throughline/contracts/webhook'
import { route } from '../../http/route.js'
import { createDomain } from './create-domain.js'
import { deleteDomain } from './delete-domain.js'
import { listDomains, listLinkDomains } from './read-domains.js'

export const domainRoutes = [
  route({
    method: 'get',
    path: '/api/projects/link-domains',
    summary: 'List the hosts of the project’s links',
    description:
      'Returns the project’s own link host and each custom domain that is proved. The SDK uses it to recognize the links of the project. The project key suffices.',
    tag: 'Projects',
    access: 'key',
    answers: { 200: { description: 'Hosts, the project’s own prefix first', schema: linkDomains } },
    run: listLinkDomains,
  }),
  route({
    method: 'post',
    path: '/api/project/domains',
    summary: 'Add a custom domain, or check its DNS again',
    description:
      'The response contains the TXT record that proves the domain. Links are served on the domain once the record is found; send the same request again to repeat the check. A host that another project has proved is answered 409.',
    tag: 'Domains',
    access: 'management:domains:write',
    body: createDomainBody,
    example: { host: 'go.example.com' },
    // It waits for the DNS, so it opens its own transaction.
    isTransaction: false,
    answers: {
      201: { description: 'The domain, and the record that proves it', schema: domain },
      200: { description: 'The existing domain, with the result of the new check', schema: domain },
    },
    problems: [409],
    run: createDomain,
  }),
  route({
    method: 'get',
    path: '/api/project/domains',
    summary: 'List custom domains, newest first',
    description:
      'Returns the custom domains of the project with the result of their last DNS check. `record` is the TXT record to add, and `problem` says what the last check found wrong.',
    tag: 'Domains',
    access: 'management:domains:read',
    query: listDomainsQuery,
    answers: { 200: { description: 'A page of domains', schema: domainPage } },
    run: listDomains,
  }),
  route({
    method: 'delete',
    path: '/api/project/domains/:host',
    summary: 'Remove a custom domain; links are no longer served on it',
    description:
      'Links are no longer served on this host, and another project can prove it. The project’s own link host and its other domains are not affected.',
    tag: 'Domains',
    access: 'management:domains:write',
    params: { host: 'text' },
    answers: { 200: { description: 'The removed domain', schema: deletedRecord } },
    run: deleteDomain,
  }),
]
