import { z } from 'zod'
import { isSample } from './project.js'
import { role } from './roles.js'
import { cleanText } from './text.js'
import { timestamp } from './timestamp.js'

const EMAIL = /^[^\s@]+@[^\s@]+$/

/** An address as people type it. Compared in lower case. */
export const email = cleanText(3, 254)
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => EMAIL.test(text), 'must be an e-mail address such as ada@example.com')
  .meta({ format: 'email' })

/** Its length is checked by the operation, because validation repeats what it rejects. */
const secretText = (description: string) => cleanText(0, 4_096).describe(description)

export const newPassword = secretText('10 to 200 characters')

const code = cleanText(0, 16)
  .optional()
  .describe('The six digits of the authenticator app, if the account has one')

const password = secretText('The password of the account')

export const signInBody = z.object({
  email: email.describe('The address of the account'),
  password,
  code,
})

export type SignInBody = z.output<typeof signInBody>

export const reauthenticateBody = z.object({ password, code })

export type ReauthenticateBody = z.output<typeof reauthenticateBody>

export const reauthenticated = z.object({
  reauthenticated_until: timestamp.describe('Until then sensitive calls need no password'),
})

export const forgotBody = z.object({ email: email.describe('The address of the account') })

export type ForgotBody = z.output<typeof forgotBody>

const linkToken = secretText('The token in the fragment of the link')

export const inspectLinkBody = z.object({ token: linkToken })

export type InspectLinkBody = z.output<typeof inspectLinkBody>

export const resetBody = z.object({ token: linkToken, new_password: newPassword })

export type ResetBody = z.output<typeof resetBody>

export const joinBody = z.object({
  token: linkToken,
  name: cleanText(1, 200).optional().describe('Name of a new account; required for one'),
  new_password: newPassword
    .optional()
    .describe('10 to 200 characters; required for a new account, rejected for an existing one'),
})

export type JoinBody = z.output<typeof joinBody>

export const signInMethods = z.object({
  password: z.boolean().describe('Whether sign-in is possible here: it needs https or localhost'),
  mail: z.boolean().describe('Whether a forgotten password is answered by mail'),
})

export const forgotten = z.object({
  message: z.string().describe('What to do next; the same for every address'),
})

export const linkKind = z.enum(['invitation', 'reset', 'start'])

export const inspectedLink = z.object({
  kind: linkKind.describe('What the link is for'),
  email: z.string().nullable().describe('The address that it is for'),
  project: z.string().nullable().describe('Name of the project of an invitation'),
  role: role.nullable().describe('Role of an invitation'),
  has_account: z.boolean().describe('Whether the address has an account: it joins by signing in'),
  expires_at: timestamp.describe('When the link expires'),
})

export const THEMES = ['system', 'light', 'dark'] as const

const theme = z.enum(THEMES, 'must be system, light or dark').describe('Colors of the panel')

export const membership = z.object({
  project_id: z.uuid().describe('Send it as `x-project-key` with a session'),
  prefix: z.string().describe('Prefix of the project'),
  name: z.string().describe('Name of the project'),
  role: role.describe('The role in the project'),
  abilities: z.array(z.string()).describe('What the role permits; `*` is everything'),
  is_sample: isSample,
  project_key: z.uuid().nullable().describe('The public key of the project; null for viewers'),
})

export const me = z
  .object({
    id: z.number().int().describe('Id of the user'),
    email: z.string().describe('The address to sign in with'),
    name: z.string().describe('Name of the user'),
    is_admin: z.boolean().describe('Whether the user administers the installation'),
    has_password: z.boolean().describe('False: set one before the session ends'),
    has_totp: z.boolean().describe('Whether sign-in asks for a code'),
    time_zone: z.string().nullable().describe('Time zone of the panel; null: the browser’s'),
    theme,
    reauthenticated_until: timestamp
      .nullable()
      .describe('Until then sensitive calls need no password; null: it is needed now'),
    memberships: z.array(membership).describe('The projects with a role, by prefix'),
  })
  .meta({ id: 'Me' })

export const updateMeBody = z.object({
  name: cleanText(1, 200).optional().describe('Name of the user'),
  time_zone: cleanText(1, 64).nullish().describe('Such as Europe/Berlin; null: the browser’s'),
  theme: theme.optional(),
})

export type UpdateMeBody = z.output<typeof updateMeBody>

export const changePasswordBody = z.object({
  current_password: secretText('Required unless the account has no password').optional(),
  new_password: newPassword,
  email: email.optional().describe('A new address, only with the first password'),
})

export type ChangePasswordBody = z.output<typeof changePasswordBody>

export const changedPassword = z.object({
  ended_sessions: z.number().int().describe('Number of other sessions that were ended'),
})

export const startedTotp = z.object({
  secret: z.string().describe('The secret in base32, for typing; only this response has it'),
  uri: z.string().describe('`otpauth://…`, for a QR code'),
})

export const confirmTotpBody = z.object({
  code: cleanText(0, 16).describe('The six digits that the authenticator app shows'),
})

export type ConfirmTotpBody = z.output<typeof confirmTotpBody>

export const totpState = changedPassword.extend({
  has_totp: z.boolean().describe('Whether sign-in asks for a code'),
})

export const session = z
  .object({
    id: z.number().int().describe('Id of the session'),
    is_current: z.boolean().describe('Whether this request was made with it'),
    user_agent: z.string().nullable().describe('The browser that signed in'),
    last_seen_at: timestamp.describe('Written at most once a minute'),
    created_at: timestamp.describe('When it was opened'),
    expires_at: timestamp.describe('When it ends, unless it is idle for 14 days before'),
  })
  .meta({ id: 'Session' })

export const sessionList = z.object({
  data: z.array(session).describe('Sessions of the user, the newest first'),
})

export const endedSessions = z.object({
  ended: z.number().int().describe('Number of sessions that were ended'),
})

export const done = z.object({ done: z.literal(true).describe('Always true') })
