import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.js'
import { cleanText } from './text.js'
import { moment, timestamp } from './timestamp.js'

/** What a token may do: `*` is all, else a resource to read or to write. */
const ability = z
  .string()
  .max(64)
  .regex(/^(\*|[a-z][a-z_-]*:(read|write))$/, 'must be * or such as webhooks:read')

/** POST /api/project/tokens (contract §5). */
export const createTokenBody = z.object({
  name: cleanText(1, 255),
  abilities: z
    .array(ability)
    .min(1, 'must name at least one ability')
    .max(100, 'must have at most 100 entries')
    .transform((names) => [...new Set(names)])
    .optional()
    .describe('Unless told, those of the token that makes it'),
  expires_at: moment.nullish(),
})

export type CreateTokenBody = z.output<typeof createTokenBody>

/** An admin token without its secret. */
export const token = z
  .object({
    id: z.number().int(),
    name: z.string(),
    abilities: z.array(z.string()),
    expires_at: timestamp.nullable(),
    last_used_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Token' })

export type TokenWire = z.infer<typeof token>

/** The answer of create: the one record that carries `{id}|{secret}`. */
export const createdToken = token.extend({ token: z.string() })

export const listTokensQuery = z.object(pageQuery)

export type ListTokensQuery = z.output<typeof listTokensQuery>

export const tokenPage = pageOf(token)
