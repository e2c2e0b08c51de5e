import type { ConfirmTotpBody } from '@throughline/contracts/accounts'
import { domainError, fieldError } from '@throughline/core/lib/errors'
import { endSessions } from '@throughline/db/accounts/sessions'
import { lockUser, updateUser, type UserRecord } from '@throughline/db/accounts/users'
import { sessionRequired } from '../../http/credential-errors.js'
import type { AccountCall, Answer } from '../../http/route.js'
import { auditAccount } from './account-call.js'
import { generateTotp, openTotp, sealTotp, stepOfCode } from './totp.js'

/** Creates a secret. It takes effect only after one of its codes is confirmed. */
export async function startTotp(call: AccountCall<object>): Promise<Answer> {
  const { ctx, db } = call
  const user = await requireUser(call)
  if (user.totpSealed !== null) throw isOn()
  const { secret, uri } = generateTotp(user.email)
  const totpPendingSealed = sealTotp(ctx.keyRing, user.id, secret)
  await updateUser(db, user.id, { totpPendingSealed })
  return { status: 200, body: { secret, uri } }
}

/** Confirms the secret with its first code, which uses up the code. Ends all other sessions. */
export async function confirmTotp(
  call: AccountCall<object, unknown, ConfirmTotpBody>,
): Promise<Answer> {
  const { ctx, db, body } = call
  const user = await requireUser(call)
  if (user.totpPendingSealed === null) throw notStarted()
  const secret = openTotp(ctx.keyRing, user.id, user.totpPendingSealed)
  const step = stepOfCode(secret, body.code)
  if (step === null)
    throw fieldError('code', 'is wrong; check the clock of the phone, and send the current code')
  const totpSealed = user.totpPendingSealed
  await updateUser(db, user.id, { totpSealed, totpPendingSealed: null, totpLastStep: step })
  return finish(call, true)
}

export async function removeTotp(call: AccountCall<object>): Promise<Answer> {
  const user = await requireUser(call)
  await updateUser(call.db, user.id, {
    totpSealed: null,
    totpPendingSealed: null,
    totpLastStep: null,
  })
  return finish(call, false)
}

async function finish(
  call: Pick<AccountCall, 'db' | 'session'>,
  hasTotp: boolean,
): Promise<Answer> {
  const { db, session } = call
  const ended = await endSessions(db, session.userId, session.id)
  const action = hasTotp ? 'totp.create' : 'totp.delete'
  await auditAccount(call, { action, target: `user:${session.userId}` })
  return { status: 200, body: { has_totp: hasTotp, ended_sessions: ended } }
}

async function requireUser({
  db,
  session,
}: Pick<AccountCall, 'db' | 'session'>): Promise<UserRecord> {
  const user = await lockUser(db, session.userId)
  if (user === null) throw sessionRequired()
  return user
}

function isOn() {
  return domainError(
    'conflict',
    'The account already has an authenticator app. Remove it first to use another app.',
  )
}

function notStarted() {
  return domainError(
    'conflict',
    'No secret is waiting for confirmation. Call POST /api/me/totp first.',
  )
}
