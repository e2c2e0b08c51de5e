import type { CreateTokenBody } from '@throughline/contracts/tokens'
import { formatAdminToken, generateAdminToken } from '@throughline/core/admin-token'
import { domainError, fieldError } from '@throughline/core/errors'
import { findAdminToken, insertAdminToken } from '@throughline/db/admin-tokens'
import { writeAudit } from '@throughline/db/audit'
import type { Db } from '@throughline/db/client'
import type { Actor } from '../../http/access.js'
import { credentialOf } from '../../http/authenticate.js'
import type { Answer, Call } from '../../http/route.js'
import { presentToken } from './present-token.js'

/** Makes an admin token, answered this once and stored only as a hash; it can't do what its maker can't (contract §5). */
export async function createToken(call: Call<object, unknown, CreateTokenBody>): Promise<Answer> {
  const { db, project, body } = call
  const expiresAt = body.expires_at ?? null
  if (expiresAt !== null && expiresAt <= new Date())
    throw fieldError('expires_at', 'must be a time to come')
  const own = await abilitiesOf(db, call.actor)
  const abilities = body.abilities ?? own
  const lacking = abilities.find((ability) => !own.includes('*') && !own.includes(ability))
  if (lacking !== undefined) throw lacks(lacking)

  const { secret, hash } = generateAdminToken()
  const token = await insertAdminToken(db, {
    projectId: project.id,
    name: body.name,
    secretHash: hash,
    abilities,
    expiresAt,
  })
  await writeAudit(db, {
    projectId: project.id,
    actor: credentialOf(call.actor),
    action: 'token.create',
    target: `token:${token.id}`,
    details: { abilities },
  })
  return {
    status: 201,
    headers: { Location: `/api/project/tokens/${token.id}` },
    body: { ...presentToken(token), token: formatAdminToken(token.id, secret) },
  }
}

async function abilitiesOf(db: Db, actor: Actor): Promise<string[]> {
  const maker = actor.kind === 'admin' ? await findAdminToken(db, actor.tokenId) : null
  // Deleted since it was checked.
  if (maker === null) throw domainError('unauthenticated', 'This token is no longer valid.')
  return maker.abilities
}

function lacks(ability: string) {
  return domainError(
    'forbidden',
    `This token lacks the ability ${ability}, so that it can't give it to another.`,
  )
}
