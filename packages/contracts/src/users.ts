import { z } from 'zod'
import { email } from './accounts.js'
import { pageOf, pageQuery } from './pagination.js'
import { cleanText } from './text.js'
import { timestamp } from './timestamp.js'

export const createUserBody = z.object({
  email: email.describe('The address to sign in with'),
  name: cleanText(1, 200).describe('Name of the user'),
  is_admin: z.boolean().default(false).describe('Whether the user administers the installation'),
})

export type CreateUserBody = z.output<typeof createUserBody>

export const updateUserBody = z.object({
  name: cleanText(1, 200).optional().describe('Name of the user'),
  is_admin: z.boolean().optional().describe('Whether the user administers the installation'),
})

export type UpdateUserBody = z.output<typeof updateUserBody>

export const resetUserBody = z.object({
  totp: z
    .boolean()
    .default(false)
    .describe('Whether using the link also turns authenticator app codes off'),
})

export type ResetUserBody = z.output<typeof resetUserBody>

export const user = z
  .object({
    id: z.number().int().describe('Id of the user'),
    email: z.string().describe('The address to sign in with'),
    name: z.string().describe('Name of the user'),
    is_admin: z.boolean().describe('Whether the user administers the installation'),
    has_password: z.boolean().describe('Whether the account has a password'),
    has_totp: z
      .boolean()
      .describe('Whether sign-in by password requires a code from an authenticator app'),
    has_oidc: z.boolean().describe('Whether an OpenID Connect identity is connected'),
    created_at: timestamp.describe('When the user was created'),
  })
  .meta({ id: 'User' })

export type UserWire = z.infer<typeof user>

export const resetLink = z.object({
  url: z.string().describe('The link to set a password; only this response contains it'),
  expires_at: timestamp.describe('When the link expires, one hour after its creation'),
})

export const createdUser = user.extend(resetLink.shape)

export const listUsersQuery = z.strictObject(pageQuery)

export type ListUsersQuery = z.output<typeof listUsersQuery>

export const userPage = pageOf(user)
