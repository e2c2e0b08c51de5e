import { domainError } from '@throughline/core/lib/errors'
import { endSessions } from '@throughline/db/accounts/sessions'
import { lockUser, updateUser } from '@throughline/db/accounts/users'
import { sessionRequired } from '../../http/credential-errors.js'
import type { AccountCall, Answer } from '../../http/route.js'
import { auditAccount } from './account-call.js'

/** Disconnects the OpenID Connect identity, and ends all other sessions, which it may have opened. */
export async function removeIdentity(call: AccountCall<object>): Promise<Answer> {
  const { db, session } = call
  const user = await lockUser(db, session.userId)
  if (user === null) throw sessionRequired()
  if (user.passwordHash === null)
    throw domainError(
      'conflict',
      'The account has no password. Set one first, because otherwise nobody could sign in to it.',
    )
  await updateUser(db, user.id, { oidcIssuer: null, oidcSubject: null })
  const ended = await endSessions(db, user.id, session.id)
  await auditAccount(call, { action: 'identity.delete', target: `user:${user.id}` })
  return { status: 200, body: { oidc_issuer: null, ended_sessions: ended } }
}
