import type { OutgoingHttpHeaders } from 'node:http'
import { generateRandomToken, hashRandomToken } from '@throughline/core/security/random-token'
import { endSessionOfToken, insertSession } from '@throughline/db/accounts/sessions'
import type { UserRecord } from '@throughline/db/accounts/users'
import type { Db } from '@throughline/db/connection/database'
import { writeAudit } from '@throughline/db/projects/audit'
import type { AppContext } from '../../context.js'
import { readSessionCookie, setCookies } from '../../http/session-cookie.js'
import { makeBrowserCookie } from './browser-cookie.js'

const MAX_USER_AGENT = 300

interface Signing {
  user: Pick<UserRecord, 'id' | 'name'>
  /** The method. A start link does not count as a sign-in. */
  by: 'password' | 'invitation' | 'start' | 'oidc'
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Opens a session and ends the previous one of the browser. Returns the headers that set its cookies. */
export async function openSession(
  { config, keys }: Pick<AppContext, 'config' | 'keys'>,
  db: Db,
  { user, by, headers }: Signing,
): Promise<OutgoingHttpHeaders> {
  const former = readSessionCookie(config, headers)
  if (former !== null) await endSessionOfToken(db, hashRandomToken(former))
  const { token, hash } = generateRandomToken()
  const userAgent = headers['user-agent']
  const { id } = await insertSession(db, {
    userId: user.id,
    tokenHash: hash,
    userAgent: typeof userAgent === 'string' ? userAgent.slice(0, MAX_USER_AGENT) : null,
    isSignedIn: by !== 'start',
  })
  await writeAudit(db, {
    projectId: null,
    actor: `user:${user.id}`,
    actorName: user.name,
    action: 'session.create',
    target: `session:${id}`,
    details: { by },
  })
  return setCookies(config, {
    session: token,
    browser: makeBrowserCookie(keys.signIn, user.id),
    ...(by === 'oidc' ? { oidc: null } : {}),
  })
}
