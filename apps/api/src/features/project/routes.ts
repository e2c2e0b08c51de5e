import {
  createDomainBody,
  domain,
  domainPage,
  listDomainsQuery,
} from '@throughline/contracts/domains'
import { linkDomains } from '@throughline/contracts/links'
import { project, updateProjectBody } from '@throughline/contracts/project'
import {
  createTokenBody,
  createdToken,
  deletedToken,
  deleteTokenQuery,
  listTokensQuery,
  tokenPage,
} from '@throughline/contracts/tokens'
import { deletedRecord } from '@throughline/contracts/webhook'
import { route } from '../../http/route.js'
import { createDomain } from './create-domain.js'
import { createToken } from './create-token.js'
import { deleteDomain } from './delete-domain.js'
import { deleteToken } from './delete-token.js'
import { getProject } from './get-project.js'
import { listDomains } from './list-domains.js'
import { listLinkDomains } from './list-link-domains.js'
import { listTokens } from './list-tokens.js'
import { updateProject } from './update-project.js'

/** docs/api-contract.md, "Projects", "Custom domains" and "Tokens". */
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
  route({
    method: 'get',
    path: '/api/project',
    summary: 'Read the project’s settings',
    tag: 'Projects',
    access: 'management:project:read',
    answers: { 200: { description: 'The settings', schema: project } },
    run: getProject,
  }),
  route({
    method: 'put',
    path: '/api/project',
    summary: 'Change the project’s settings',
    tag: 'Projects',
    access: 'management:project:write',
    body: updateProjectBody,
    answers: { 200: { description: 'The settings', schema: project } },
    run: updateProject,
  }),
  route({
    method: 'post',
    path: '/api/project/domains',
    summary: 'Add a custom domain, or look at its DNS again',
    tag: 'Domains',
    access: 'management:domains:write',
    body: createDomainBody,
    // It waits for the DNS, so that it opens its own.
    isTransaction: false,
    answers: {
      201: { description: 'The domain, and the record that proves it', schema: domain },
      200: { description: 'It was there already; what the new look found', schema: domain },
    },
    problems: [409],
    run: createDomain,
  }),
  route({
    method: 'get',
    path: '/api/project/domains',
    summary: 'List custom domains, newest first',
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
    tag: 'Domains',
    access: 'management:domains:write',
    params: { host: 'text' },
    answers: { 200: { description: 'It is removed', schema: deletedRecord } },
    run: deleteDomain,
  }),
  route({
    method: 'post',
    path: '/api/project/tokens',
    summary: 'Create an admin token',
    tag: 'Tokens',
    access: 'management:tokens:write',
    isCreate: true,
    body: createTokenBody,
    answers: { 201: { description: 'The token, this once', schema: createdToken } },
    problems: [409],
    run: createToken,
  }),
  route({
    method: 'get',
    path: '/api/project/tokens',
    summary: 'List admin tokens, newest first',
    tag: 'Tokens',
    access: 'management:tokens:read',
    query: listTokensQuery,
    answers: { 200: { description: 'A page of tokens, never their secrets', schema: tokenPage } },
    run: listTokens,
  }),
  route({
    method: 'delete',
    path: '/api/project/tokens/:id',
    summary: 'Revoke an admin token and the tokens that it made; they are refused at once',
    tag: 'Tokens',
    access: 'management:tokens:write',
    params: { id: 'integer' },
    query: deleteTokenQuery,
    answers: { 200: { description: 'It is revoked', schema: deletedToken } },
    run: deleteToken,
  }),
]
