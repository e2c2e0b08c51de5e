import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.js'
import { cleanText } from './text.js'
import { moment, timestamp } from './timestamp.js'
import { deletedRecord } from './webhook.js'

/** `*` for everything, else a resource to read or to write. */
const ability = z
  .string()
  .max(64)
  .regex(/^(\*|[a-z][a-z_-]*:(read|write))$/, 'must be * or such as webhooks:read')

export const createTokenBody = z.object({
  name: cleanText(1, 255).describe('What the token is for'),
  abilities: z
    .array(ability)
    .min(1, 'must name at least one ability')
    .max(100, 'must have at most 100 entries')
    .transform((names) => [...new Set(names)])
    .optional()
    .describe('Default: the abilities of the creating token'),
  expires_at: moment
    .nullish()
    .describe('At most the creating token’s expiry, which is the default'),
})

export type CreateTokenBody = z.output<typeof createTokenBody>

export const token = z
  .object({
    id: z.number().int().describe('Id of the token'),
    name: z.string().describe('What the token is for'),
    abilities: z.array(z.string()).describe('What the token may do; `*` is everything'),
    parent_id: z.number().int().nullable().describe('The token that created it, if any'),
    expires_at: timestamp.nullable().describe('When it expires; null if never'),
    last_used_at: timestamp.nullable().describe('Written at most once a minute'),
    created_at: timestamp.describe('When it was created'),
  })
  .meta({ id: 'Token' })

export type TokenWire = z.infer<typeof token>

/** The only record that contains the secret `{id}|{secret}`. */
export const createdToken = token.extend({
  token: z
    .string()
    .describe('`{id}|{secret}`, to send as a bearer token; only this response has it'),
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
    .describe('Whether the tokens that it created stay valid'),
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
    .describe('All tokens revoked with it: its descendants at any depth'),
})
