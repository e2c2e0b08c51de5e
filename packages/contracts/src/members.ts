import { z } from 'zod'
import { email } from './accounts.js'
import { pageOf, pageQuery } from './pagination.js'
import { role } from './roles.js'
import { timestamp } from './timestamp.js'

export const member = z
  .object({
    id: z.number().int().describe('Id of the user'),
    email: z.string().describe('The address of the user'),
    name: z.string().describe('Name of the user'),
    role: role.describe('Role of the user in the project'),
    has_password: z.boolean().describe('Whether the account has a password'),
    has_totp: z
      .boolean()
      .describe('Whether sign-in by password requires a code from an authenticator app'),
    has_oidc: z.boolean().describe('Whether an OpenID Connect identity is connected'),
    created_at: timestamp.describe('When the user joined'),
  })
  .meta({ id: 'Member' })

export type MemberWire = z.infer<typeof member>

export const listMembersQuery = z.strictObject(pageQuery)

export type ListMembersQuery = z.output<typeof listMembersQuery>

export const memberPage = pageOf(member)

export const updateMemberBody = z.object({ role: role.describe('The new role') })

export type UpdateMemberBody = z.output<typeof updateMemberBody>

export const deleteMemberQuery = z.strictObject({
  revoke_tokens: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((text) => text === 'true')
    .default(false)
    .meta({ type: 'boolean', default: false })
    .describe('Whether to revoke the tokens that the member created'),
})

export type DeleteMemberQuery = z.output<typeof deleteMemberQuery>

const tokenName = z.object({
  id: z.number().int().describe('Id of the token'),
  name: z.string().describe('Name of the token'),
})

export const deletedMember = z.object({
  id: z.number().int().describe('Id of the user'),
  deleted: z.literal(true).describe('Always true'),
  tokens: z.array(tokenName).describe('Tokens of the member that stay valid'),
  revoked_tokens: z
    .array(tokenName)
    .describe('Tokens of the member that were revoked, including descendants'),
})

export const createInvitationBody = z.object({
  email: email.describe('E-mail address of the person to invite'),
  role: role.describe('The role in the project'),
})

export type CreateInvitationBody = z.output<typeof createInvitationBody>

export const updateInvitationBody = z.object({ role: role.describe('The new role') })

export type UpdateInvitationBody = z.output<typeof updateInvitationBody>

export const invitation = z
  .object({
    id: z.number().int().describe('Id of the invitation'),
    email: z.string().describe('E-mail address of the invited person'),
    role: role.describe('The role in the project'),
    created_by: z.string().describe('Who created the invitation, such as `user:7`'),
    created_at: timestamp.describe('When the invitation was created'),
    expires_at: timestamp.describe('When the invitation expires, seven days after its creation'),
  })
  .meta({ id: 'Invitation' })

export type InvitationWire = z.infer<typeof invitation>

/** The only record that contains the link. */
export const createdInvitation = invitation.extend({
  url: z
    .string()
    .describe('The link to send to the invited person; only this response contains it'),
})

export const listInvitationsQuery = z.strictObject(pageQuery)

export type ListInvitationsQuery = z.output<typeof listInvitationsQuery>

export const invitationPage = pageOf(invitation)
