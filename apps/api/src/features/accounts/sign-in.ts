import type { ReauthenticateBody, SignInBody } from '@throughline/contracts/accounts'
import { domainError } from '@throughline/core/lib/errors'
import { maySignIn } from '@throughline/core/security/may-sign-in'
import { hashRandomToken } from '@throughline/core/security/random-token'
import { endSessionOfToken, markSignedIn } from '@throughline/db/accounts/sessions'
import { findUser } from '@throughline/db/accounts/users'
import { writeAudit } from '@throughline/db/projects/audit'
import type { AppContext } from '../../context.js'
import { recentUntil } from '../../http/authenticate-session.js'
import { sessionRequired } from '../../http/credential-errors.js'
import type { AccountCall, Answer, PublicCall } from '../../http/route.js'
import { readBrowserCookie, readSessionCookie, setCookies } from '../../http/session-cookie.js'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import { withCredentials } from './check-credentials.js'
import { openSession } from './open-session.js'
import { auditAccount } from './account-call.js'

export function readSignInMethods({ ctx }: PublicCall): Promise<Answer> {
  return Promise.resolve({
    status: 200,
    body: {
      password: maySignIn(ctx.config),
      mail: ctx.mailer !== null,
      oidc: maySignIn(ctx.config) ? (ctx.oidc?.name ?? null) : null,
    },
  })
}

export async function signIn({
  ctx,
  body,
  address,
  headers,
}: PublicCall<unknown, SignInBody>): Promise<Answer> {
  requireSafePlace(ctx)
  const browserCookie = readBrowserCookie(ctx.config, headers)
  const given = { ...body, code: body.code, address, browserCookie }
  const cookies = await withCredentials(ctx, given, (db, user) =>
    openSession(ctx, db, { user, by: 'password', headers }),
  )
  return { status: 200, headers: cookies, body: { done: true } }
}

/** Requires https in production, because passwords and sessions must be encrypted in transit. */
export function requireSafePlace({ config }: Pick<AppContext, 'config'>): void {
  if (maySignIn(config)) return
  throw domainError(
    'https_required',
    'In production, sign-in needs https. Set PUBLIC_URL to the https address of this installation.',
  )
}

export async function signOut(call: AccountCall<object>): Promise<Answer> {
  const { ctx, db, headers } = call
  const token = readSessionCookie(ctx.config, headers)
  if (token !== null) await endSessionOfToken(db, hashRandomToken(token))
  await auditAccount(call, { action: 'session.delete', target: `session:${call.session.id}` })
  return {
    status: 200,
    headers: setCookies(ctx.config, { session: null }),
    body: { done: true },
  }
}

/** Confirms the password, so that sensitive calls need none for 15 minutes. */
export async function reauthenticate({
  ctx,
  session,
  body,
  address,
  headers,
}: AccountCall<object, unknown, ReauthenticateBody>): Promise<Answer> {
  const browserCookie = readBrowserCookie(ctx.config, headers)
  const { email } = (await findUser(ctx.database.prisma, session.userId)) ?? session
  const given = { ...body, email, code: body.code, address, browserCookie }
  await withCredentials(ctx, given, async (db, user) => {
    if (user.id !== session.userId) throw sessionRequired()
    await markSignedIn(db, session.id)
    await writeAudit(db, {
      projectId: null,
      actor: `user:${user.id}`,
      actorName: user.name,
      action: 'session.reauthenticate',
      target: `session:${session.id}`,
    })
  })
  const until = recentUntil({ signedInAt: new Date() }) ?? new Date()
  return { status: 200, body: { reauthenticated_until: formatTimestamp(until) } }
}
