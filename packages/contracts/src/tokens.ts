import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.js'
import { cleanText } from './text.js'
import { moment, timestamp } from './timestamp.js'
import { deletedRecord } from './webhook.js'

/** `*` for all abilities, otherwise a resource with `read` or `write`. */
const ability = z
  .string()
  .max(64)
  .regex(/^(\*|[a-z][a-z_-]*:(read|write))$/, 'must be * or such as webhooks:read')

export const createTokenBody = z.object({
  name: cleanText(1, 255).describe('Name of the token, such as its purpose'),
  abilities: z
    .array(ability)
    .min(1, 'must name at least one ability')
    .max(100, 'must have at most 100 entries')
    .transform((names) => [...new Set(names)])
    .optional()
    .describe('Abilities of the token; default: the abilities of the creating token'),
  expires_at: moment
    .nullish()
    .describe(
      'When the token expires. The expiry of the creating token is the maximum and the default',
    ),
})

export type CreateTokenBody = z.output<typeof createTokenBody>

export const token = z
  .object({
    id: z.number().int().describe('Id of the token'),
    name: z.string().describe('Name of the token, such as its purpose'),
    abilities: z.array(z.string()).describe('Abilities of the token; `*` means all'),
    parent_id: z
      .number()
      .int()
      .nullable()
      .describe('Id of the token that created this one; null if no token did'),
    user_id: z
      .number()
      .int()
      .nullable()
      .describe('Id of the user who created the token in the panel; null if no user did'),
    expires_at: timestamp.nullable().describe('When the token expires; null if never'),
    last_used_at: timestamp
      .nullable()
      .describe('When the token was last used, updated at most once a minute; null if never'),
    created_at: timestamp.describe('When the token was created'),
  })
  .meta({ id: 'Token' })

export type TokenWire = z.infer<typeof token>

/** The only record that contains the secret `{id}|{secret}`. */
export const createdToken = token.extend({
  token: z
    .string()
    .describe(
      'The secret `{id}|{secret}` to send as a bearer token; only this response contains it',
    ),
})

export const listTokensQuery = z.strictObject(pageQuery)

export type ListTokensQuery = z.output<typeof listTokensQuery>

export const tokenPage = pageOf(token)

export const deleteTokenQuery = z.strictObject({
  keep_children: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((text) => text === 'true')
    .default(false)
    .meta({ type: 'boolean', default: false })
    .describe('Whether tokens that this token created stay valid'),
})

export type DeleteTokenQuery = z.output<typeof deleteTokenQuery>

export const deletedToken = deletedRecord.extend({
  revoked_descendants: z
    .array(
      z.object({
        id: z.number().int().describe('Id of the token'),
        name: z.string().describe('Name of the token'),
      }),
    )
    .describe('Descendants of the token that were also revoked, at any depth'),
})
