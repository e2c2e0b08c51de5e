import { formatTimestamp } from '@throughline/core/webhooks/payload'
import { endSession, endSessions, listSessions } from '@throughline/db/accounts/sessions'
import { notFound } from '../../http/path-params.js'
import type { AccountCall, Answer } from '../../http/route.js'
import { auditAccount } from './account-call.js'

export async function listOwnSessions({ db, session }: AccountCall<object>): Promise<Answer> {
  const rows = await listSessions(db, session.userId)
  return {
    status: 200,
    body: {
      data: rows.map((row) => ({
        id: row.id,
        is_current: row.id === session.id,
        user_agent: row.userAgent,
        last_seen_at: formatTimestamp(row.lastSeenAt),
        created_at: formatTimestamp(row.createdAt),
        expires_at: formatTimestamp(row.expiresAt),
      })),
    },
  }
}

export async function endOwnSession(call: AccountCall<{ id: number }>): Promise<Answer> {
  const { db, session, params } = call
  const ended = await endSession(db, { userId: session.userId, id: params.id })
  if (ended === 0) throw notFound()
  await auditAccount(call, { action: 'session.delete', target: `session:${params.id}` })
  return { status: 200, body: { ended } }
}

export async function endOtherSessions(call: AccountCall<object>): Promise<Answer> {
  const { db, session } = call
  const ended = await endSessions(db, session.userId, session.id)
  await auditAccount(call, {
    action: 'session.delete_others',
    target: `user:${session.userId}`,
    details: { ended },
  })
  return { status: 200, body: { ended } }
}
