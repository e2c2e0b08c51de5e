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

/** The operation checks the length, because validation errors repeat the rejected value. */
const secretText = (description: string) => cleanText(0, 4_096).describe(description)

export const newPassword = secretText('10 to 200 characters')

const code = cleanText(0, 16)
  .optional()
  .describe('The six-digit code from the authenticator app; required if the account has one')

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
  reauthenticated_until: timestamp.describe('Sensitive calls need no password before this time'),
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
  name: cleanText(1, 200)
    .optional()
    .describe('Name for the account; required if the address has no account yet'),
  new_password: newPassword
    .optional()
    .describe(
      '10 to 200 characters; required if the address has no account yet, otherwise rejected',
    ),
})

export type JoinBody = z.output<typeof joinBody>

export const signInMethods = z.object({
  password: z
    .boolean()
    .describe('Whether password sign-in is available; it requires https or localhost'),
  mail: z.boolean().describe('Whether password reset links are sent by e-mail'),
  oidc: z
    .string()
    .nullable()
    .describe('Name of the OpenID Connect provider for sign-in; null if none is configured'),
})

/** A path of the panel as browsers write it. It cannot lead to another site, and a header may contain it. */
const panelPath = cleanText(1, 2_000).refine(
  (text) => /^\/admin\/(?!\/)[!-[\]-~]*$/.test(text),
  'must be a path of the panel, such as /admin/',
)

export const beginOidcBody = z.object({
  next: panelPath.optional().describe('The path of the panel to open afterwards'),
  connect: z
    .boolean()
    .default(false)
    .describe('Whether to connect the identity to the account of the session'),
})

export type BeginOidcBody = z.output<typeof beginOidcBody>

export const begunOidc = z.object({
  url: z.string().describe('The address of the provider to open in this browser'),
})

/** The authorization response (RFC 6749, section 4.1.2, and RFC 9207). Other parameters are ignored. */
export const finishOidcQuery = z.object({
  state: cleanText(0, 200).optional().describe('The state of the request; it works once'),
  code: cleanText(0, 8_000).optional().describe('The authorization code'),
  iss: cleanText(0, 2_000).optional().describe('The issuer of the provider'),
  error: cleanText(0, 200).optional().describe('Why the provider refused, such as access_denied'),
})

export type FinishOidcQuery = z.output<typeof finishOidcQuery>

export const forgotten = z.object({
  message: z.string().describe('What to do next; the text is the same for every address'),
})

export const linkKind = z.enum(['invitation', 'reset', 'start'])

export const inspectedLink = z.object({
  kind: linkKind.describe('Purpose of the link'),
  email: z.string().nullable().describe('The e-mail address that the link was created for'),
  project: z.string().nullable().describe('For an invitation, the name of the project'),
  role: role.nullable().describe('For an invitation, the role in the project'),
  has_account: z
    .boolean()
    .describe('Whether the address has an account; its user accepts an invitation by signing in'),
  expires_at: timestamp.describe('When the link expires'),
})

export const THEMES = ['system', 'light', 'dark'] as const

const theme = z.enum(THEMES, 'must be system, light or dark').describe('Colors of the panel')

export const membership = z.object({
  project_id: z.uuid().describe('Send it as `x-project-key` with a session'),
  prefix: z.string().describe('Prefix of the project'),
  name: z.string().describe('Name of the project'),
  role: role.describe('The role in the project'),
  abilities: z.array(z.string()).describe('Abilities of the role; `*` means all'),
  is_sample: isSample,
  project_key: z.uuid().nullable().describe('The public key of the project; null for viewers'),
})

export const me = z
  .object({
    id: z.number().int().describe('Id of the user'),
    email: z.string().describe('The address to sign in with'),
    name: z.string().describe('Name of the user'),
    is_admin: z.boolean().describe('Whether the user administers the installation'),
    has_password: z
      .boolean()
      .describe(
        'Whether the account has a password; without one and without `oidc_issuer`, set it before the session ends',
      ),
    has_totp: z
      .boolean()
      .describe('Whether sign-in by password requires a code from an authenticator app'),
    oidc_issuer: z
      .string()
      .nullable()
      .describe('Issuer of the connected OpenID Connect identity; null if none is connected'),
    time_zone: z
      .string()
      .nullable()
      .describe('Time zone of the panel; null means the browser’s time zone'),
    theme,
    reauthenticated_until: timestamp
      .nullable()
      .describe('Sensitive calls need no password before this time; null if they need it now'),
    memberships: z
      .array(membership)
      .describe('Projects in which the user has a role, sorted by prefix'),
  })
  .meta({ id: 'Me' })

export const updateMeBody = z.object({
  name: cleanText(1, 200).optional().describe('Name of the user'),
  time_zone: cleanText(1, 64)
    .nullish()
    .describe('IANA time zone, such as Europe/Berlin; null means the browser’s time zone'),
  theme: theme.optional(),
})

export type UpdateMeBody = z.output<typeof updateMeBody>

export const changePasswordBody = z.object({
  current_password: secretText('The current password; required if the account has one').optional(),
  new_password: newPassword,
  email: email
    .optional()
    .describe('New e-mail address; accepted only when the account sets its first password'),
})

export type ChangePasswordBody = z.output<typeof changePasswordBody>

export const changedPassword = z.object({
  ended_sessions: z
    .number()
    .int()
    .describe('Number of the user’s other sessions that this call ended'),
})

export const removedIdentity = changedPassword.extend({
  oidc_issuer: z.null().describe('Always null'),
})

export const startedTotp = z.object({
  secret: z
    .string()
    .describe('The secret in base32, for manual entry; only this response contains it'),
  uri: z.string().describe('The `otpauth://` URI to show as a QR code'),
})

export const confirmTotpBody = z.object({
  code: cleanText(0, 16).describe('The six-digit code from the authenticator app'),
})

export type ConfirmTotpBody = z.output<typeof confirmTotpBody>

export const totpState = changedPassword.extend({
  has_totp: z.boolean().describe('Whether sign-in requires a code from an authenticator app'),
})

export const session = z
  .object({
    id: z.number().int().describe('Id of the session'),
    is_current: z.boolean().describe('Whether this session made the request'),
    user_agent: z.string().nullable().describe('User agent of the browser that signed in'),
    last_seen_at: timestamp.describe('Time of the last request; updated at most once a minute'),
    created_at: timestamp.describe('When the user signed in'),
    expires_at: timestamp.describe(
      'When the session ends; it ends earlier after 14 days without a request',
    ),
  })
  .meta({ id: 'Session' })

export const sessionList = z.object({
  data: z.array(session).describe('Sessions of the user, newest first'),
})

export const endedSessions = z.object({
  ended: z.number().int().describe('Number of sessions that this call ended'),
})

export const done = z.object({ done: z.literal(true).describe('Always true') })
