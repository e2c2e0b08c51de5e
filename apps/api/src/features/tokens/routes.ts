import {
  createTokenBody,
  createdToken,
  deletedToken,
  deleteTokenQuery,
  listTokensQuery,
  tokenPage,
} from '@throughline/contracts/tokens'
import { route } from '../../http/route.js'
import { createToken } from './create-token.js'
import { deleteToken } from './delete-token.js'
import { listTokens } from './read-tokens.js'

export const tokenRoutes = [
  route({
    method: 'post',
    path: '/api/project/tokens',
    summary: 'Create an admin token',
    description:
      'The response contains the token, which is shown only once. A token cannot have more abilities than the token that creates it, and cannot expire later. A project can have 100 valid tokens.',
    tag: 'Tokens',
    access: 'management:tokens:write',
    needsRecentSignIn: true,
    isCreate: true,
    body: createTokenBody,
    example: { name: 'Reporting', abilities: ['attributions:read', 'deliveries:read'] },
    answers: {
      201: { description: 'The token; its secret is shown only once', schema: createdToken },
    },
    problems: [409],
    run: createToken,
  }),
  route({
    method: 'get',
    path: '/api/project/tokens',
    summary: 'List admin tokens, newest first',
    description:
      'Returns the tokens of the project that were not revoked, with their abilities and their last use, but without their secrets. `last_used_at` is updated at most once a minute.',
    tag: 'Tokens',
    access: 'management:tokens:read',
    query: listTokensQuery,
    answers: { 200: { description: 'A page of tokens, without their secrets', schema: tokenPage } },
    run: listTokens,
  }),
  route({
    method: 'delete',
    path: '/api/project/tokens/:id',
    summary: 'Revoke an admin token and the tokens that it created',
    description:
      'Takes effect immediately: calls with the token return 401 `token_revoked`. Tokens that it created are also revoked and listed in `revoked_descendants`; set `keep_children=true` to keep them.',
    tag: 'Tokens',
    access: 'management:tokens:write',
    needsRecentSignIn: true,
    params: { id: 'integer' },
    query: deleteTokenQuery,
    answers: { 200: { description: 'The revoked token', schema: deletedToken } },
    run: deleteToken,
  }),
]
