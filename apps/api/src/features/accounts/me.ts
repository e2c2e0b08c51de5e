import type { UpdateMeBody } from '@throughline/contracts/accounts'
import { me as schema } from '@throughline/contracts/accounts'
import { abilitiesOf } from '@throughline/contracts/roles'
import { fieldError } from '@throughline/core/lib/errors'
import { isTimeZone } from '@throughline/core/matching/time-zone'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import { listMemberships } from '@throughline/db/accounts/members'
import { findUser, updateUser } from '@throughline/db/accounts/users'
import type { z } from 'zod'
import { recentUntil } from '../../http/authenticate-session.js'
import { sessionRequired } from '../../http/credential-errors.js'
import { givenFields } from '../../http/given-fields.js'
import type { AccountCall, Answer } from '../../http/route.js'

export async function getMe(call: AccountCall<object>): Promise<Answer> {
  return { status: 200, body: await presentMe(call) }
}

export async function updateMe(call: AccountCall<object, unknown, UpdateMeBody>): Promise<Answer> {
  const { db, session, body } = call
  if (body.time_zone != null && !isTimeZone(body.time_zone))
    throw fieldError('time_zone', 'must be a time zone such as Europe/Berlin')
  await updateUser(
    db,
    session.userId,
    givenFields({ name: body.name, timeZone: body.time_zone, theme: body.theme }),
  )
  return { status: 200, body: await presentMe(call) }
}

async function presentMe({
  db,
  session,
}: Pick<AccountCall, 'db' | 'session'>): Promise<z.infer<typeof schema>> {
  const user = await findUser(db, session.userId)
  if (user === null) throw sessionRequired()
  const memberships = await listMemberships(db, user.id)
  const until = recentUntil(session)
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    is_admin: user.isAdmin,
    has_password: user.passwordHash !== null,
    has_totp: user.totpSealed !== null,
    oidc_issuer: user.oidcIssuer,
    time_zone: user.timeZone,
    theme: schema.shape.theme.parse(user.theme),
    reauthenticated_until: until === null ? null : formatTimestamp(until),
    memberships: memberships.map(({ role, project }) => ({
      project_id: project.id,
      prefix: project.prefix,
      name: project.name,
      role,
      abilities: [...abilitiesOf(role)],
      is_sample: project.isSample,
      project_key: role === 'viewer' ? null : project.key,
    })),
  }
}
