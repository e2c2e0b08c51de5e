import type { ForgotBody } from '@throughline/contracts/accounts'
import { oneTimeLinkUrl } from '@throughline/core/security/random-token'
import { createOneTimeLink, hasKeptResetLink } from '@throughline/db/accounts/one-time-links'
import { findUserByEmail, lockUser } from '@throughline/db/accounts/users'
import { inTransaction } from '@throughline/db/connection/database'
import { writeAudit } from '@throughline/db/projects/audit'
import type { Answer, PublicCall } from '../../http/route.js'
import type { Mailer } from '../../infra/mailer.js'
import { requireSafePlace } from './sign-in.js'

const ASK = 'Ask an administrator of this installation for a reset link. It is valid for an hour.'
const SENT =
  'If an account has this address, it receives an e-mail with a reset link. The link is valid for an hour. If no e-mail arrives, ask an administrator.'

type ForgotCall = PublicCall<unknown, ForgotBody>

/**
 * Returns the same response with the same timing for every address; everything that depends on it happens afterwards.
 */
export function forgotPassword(call: ForgotCall): Promise<Answer> {
  const { mailer } = call.ctx
  if (mailer === null) return Promise.resolve({ status: 200, body: { message: ASK } })
  requireSafePlace(call.ctx)
  return Promise.resolve({
    status: 200,
    body: { message: SENT },
    afterCommit: () => mailResetLink(call, mailer),
  })
}

/** Sends a reset link, unless the account has an unused one: others must not use up the links or flood the mailbox. */
async function mailResetLink({ ctx, body }: ForgotCall, mailer: Mailer): Promise<void> {
  const made = await inTransaction(ctx.database, async (db) => {
    const found = await findUserByEmail(db, body.email)
    const user = found === null ? null : await lockUser(db, found.id)
    if (user === null || (await hasKeptResetLink(db, user.id))) return null
    const purpose = { kind: 'reset', userId: user.id, clearsTotp: false } as const
    const { token } = await createOneTimeLink(db, purpose, 'mail')
    await writeAudit(db, {
      projectId: null,
      actor: 'anonymous',
      action: 'user.reset',
      target: `user:${user.id}`,
      details: { by: 'mail' },
    })
    return { user, token }
  })
  if (made === null) return
  const url = oneTimeLinkUrl(ctx.config.publicUrl, 'reset', made.token)
  await mailer.send({
    to: made.user.email,
    subject: 'Set a new password',
    text: `Someone requested a new password for your account at ${ctx.config.publicUrl}.

Open this link within an hour to set it:
${url}

If you did not request it, ignore this e-mail. Your password does not change.
`,
  })
}
