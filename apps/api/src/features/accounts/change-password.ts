import type { ChangePasswordBody } from '@throughline/contracts/accounts'
import { domainError, fieldError } from '@throughline/core/lib/errors'
import { deleteResetLinks } from '@throughline/db/accounts/one-time-links'
import { endSessions, markSignedIn } from '@throughline/db/accounts/sessions'
import { findUser, lockUser, updateUser, type UserRecord } from '@throughline/db/accounts/users'
import { inTransaction, type Db } from '@throughline/db/connection/database'
import { isUniqueViolation } from '@throughline/db/connection/errors'
import { requireRecentSignIn } from '../../http/authenticate-session.js'
import { sessionRequired } from '../../http/credential-errors.js'
import type { AccountCall, Answer } from '../../http/route.js'
import { readBrowserCookie } from '../../http/session-cookie.js'
import { auditAccount } from './account-call.js'
import { withCredentials } from './check-credentials.js'
import { checkNewPassword } from './new-password.js'

type PasswordCall = AccountCall<object, unknown, ChangePasswordBody>

/** Changes the password, or sets the first one after a start link or OIDC sign-in. Ends all other sessions. */
export async function changePassword(call: PasswordCall): Promise<Answer> {
  const { ctx, session, body } = call
  const user = await findUser(ctx.database.prisma, session.userId)
  if (user === null) throw sessionRequired()
  const isFirst = user.passwordHash === null
  const hasIdentity = user.oidcSubject !== null
  if ((!isFirst || hasIdentity) && body.email !== undefined)
    throw fieldError('email', 'can be set only together with the first password')
  if (isFirst && hasIdentity) requireRecentSignIn(session)
  if (!isFirst && body.current_password === undefined)
    throw fieldError('current_password', 'is required: the account has a password')
  checkNewPassword(body.new_password, body.email ?? user.email)
  const passwordHash = await ctx.passwords.hash(body.new_password)
  const email = body.email ?? user.email
  const change = (db: Db) => write(call, db, { passwordHash, email })
  const ended = isFirst ? await setFirst(call, user, change) : await replace(call, user, change)
  return { status: 200, body: { ended_sessions: ended } }
}

/** No code is required, because the session has already passed it. */
function replace(
  { ctx, body, address, headers }: PasswordCall,
  user: UserRecord,
  change: (db: Db) => Promise<number>,
): Promise<number> {
  const given = {
    email: user.email,
    password: body.current_password ?? '',
    address,
    code: null,
    browserCookie: readBrowserCookie(ctx.config, headers),
  }
  return withCredentials(ctx, given, change)
}

async function setFirst(
  { ctx }: PasswordCall,
  { id }: UserRecord,
  change: (db: Db) => Promise<number>,
): Promise<number> {
  return inTransaction(ctx.database, async (db) => {
    const user = await lockUser(db, id)
    // A concurrent call must not replace the password that another one has set.
    if (user === null || user.passwordHash !== null)
      throw fieldError('current_password', 'is required: the account has a password')
    return change(db)
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    throw domainError(
      'conflict',
      'Another account already has this address. Choose another address.',
    )
  })
}

async function write(
  call: PasswordCall,
  db: Db,
  changes: { passwordHash: string; email: string },
): Promise<number> {
  const { session } = call
  await updateUser(db, session.userId, changes)
  await deleteResetLinks(db, session.userId)
  await markSignedIn(db, session.id)
  const ended = await endSessions(db, session.userId, session.id)
  await auditAccount(
    { db, session },
    { action: 'password.change', target: `user:${session.userId}` },
  )
  return ended
}
