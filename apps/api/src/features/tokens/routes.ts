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
    tag: 'Tokens',
    access: 'management:tokens:write',
    isCreate: true,
    body: createTokenBody,
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
    tag: 'Tokens',
    access: 'management:tokens:read',
    query: listTokensQuery,
    answers: { 200: { description: 'A page of tokens, never their secrets', schema: tokenPage } },
    run: listTokens,
  }),
  route({
    method: 'delete',
    path: '/api/project/tokens/:id',
    summary: 'Revoke an admin token and the tokens that it created, with immediate effect',
    tag: 'Tokens',
    access: 'management:tokens:write',
    params: { id: 'integer' },
    query: deleteTokenQuery,
    answers: { 200: { description: 'The revoked token', schema: deletedToken } },
    run: deleteToken,
  }),
]
