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
      'Returns the project’s link host and its proved custom domains. The SDK uses it to recognize the links of the project. The project key is sufficient.',
    tag: 'Projects',
    access: 'key',
    answers: { 200: { description: 'Hosts, the project’s link host first', schema: linkDomains } },
    run: listLinkDomains,
  }),
  route({
    method: 'post',
    path: '/api/project/domains',
    summary: 'Add a custom domain, or check its DNS again',
    description:
      'The response contains the TXT record that proves the domain. Links are served on the domain once the record is found; send the same request again to repeat the check. For a host that another project has proved, the response is 409.',
    tag: 'Domains',
    access: 'management:domains:write',
    body: createDomainBody,
    example: { host: 'go.example.com' },
    // The operation waits for DNS, so it opens its own transaction.
    isTransaction: false,
    answers: {
      201: { description: 'The domain and the TXT record that proves it', schema: domain },
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
      'Returns the custom domains of the project with the result of their last DNS check. `record` is the TXT record to add, and `problem` describes what the last check found.',
    tag: 'Domains',
    access: 'management:domains:read',
    query: listDomainsQuery,
    answers: { 200: { description: 'A page of domains', schema: domainPage } },
    run: listDomains,
  }),
  route({
    method: 'delete',
    path: '/api/project/domains/:host',
    summary: 'Remove a custom domain',
    description:
      'Links are no longer served on this host, and another project can prove it. The project’s link host and its other domains are not affected.',
    tag: 'Domains',
    access: 'management:domains:write',
    params: { host: 'text' },
    answers: { 200: { description: 'The removed domain', schema: deletedRecord } },
    run: deleteDomain,
  }),
]
