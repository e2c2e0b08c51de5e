import { permits } from '@throughline/contracts/roles'
import type { CreateTokenBody } from '@throughline/contracts/tokens'
import { formatAdminToken, generateAdminToken } from '@throughline/core/security/admin-token'
import { domainError, fieldError } from '@throughline/core/lib/errors'
import {
  findAdminToken,
  insertAdminToken,
  isTokenLimitReached,
  MAX_LIVE_TOKENS,
  type AdminTokenRecord,
} from '@throughline/db/projects/admin-tokens'
import { writeAudit } from '@throughline/db/projects/audit'
import type { Db } from '@throughline/db/connection/database'
import { lockProject } from '@throughline/db/projects/projects'
import type { Actor } from '../../http/access.js'
import { auditActor } from '../../http/access.js'
import { tokenRevoked } from '../../http/credential-errors.js'
import type { Answer, Call } from '../../http/route.js'
import { presentToken } from './read-tokens.js'

/** The new token has no more abilities than the creating token and expires no later. Stored as a hash. */
export async function createToken(call: Call<object, unknown, CreateTokenBody>): Promise<Answer> {
  const { db, project, body } = call
  if (body.expires_at != null && body.expires_at <= new Date())
    throw fieldError('expires_at', 'must be in the future')
  await lockProject(db, project.id)
  const creator = await requireCreator(db, call.actor)
  const abilities = body.abilities ?? [...creator.abilities]
  const lacking = abilities.find((name) => !permits(creator.abilities, name))
  if (lacking !== undefined) throw lacks(lacking)
  if (await isTokenLimitReached(db, project.id)) throw limitReached()

  const { secret, hash } = generateAdminToken()
  const token = await insertAdminToken(db, {
    projectId: project.id,
    name: body.name,
    secretHash: hash,
    abilities,
    expiresAt: earlierOf(body.expires_at ?? null, creator.expiresAt),
    parentId: creator.parentId,
    userId: creator.userId,
  })
  await writeAudit(db, {
    projectId: project.id,
    ...auditActor(call.actor),
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

interface Creator {
  abilities: readonly string[]
  expiresAt: Date | null
  parentId: number | null
  userId: number | null
}

/**
 * Returns who creates the token. A token that a user creates has no parent; removing the member offers to revoke it.
 */
async function requireCreator(db: Db, actor: Actor): Promise<Creator> {
  if (actor.kind === 'user') {
    const { abilities, session } = actor
    return { abilities, expiresAt: null, parentId: null, userId: session.userId }
  }
  const { id, abilities, expiresAt, userId } = await requireParent(db, actor)
  return { abilities, expiresAt, parentId: id, userId }
}

async function requireParent(db: Db, actor: Actor): Promise<AdminTokenRecord> {
  const parent = actor.kind === 'admin' ? await findAdminToken(db, actor.tokenId) : null
  // A concurrent call may have revoked the creating token since it was checked.
  if (parent === null || parent.revokedAt !== null) throw tokenRevoked()
  return parent
}

/** Returns the earlier of two expiry times; null means never. */
function earlierOf(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}

function lacks(ability: string) {
  return domainError('forbidden', `You lack the ability ${ability}, so you cannot grant it.`)
}

function limitReached() {
  return domainError(
    'token_limit_reached',
    `A project has at most ${MAX_LIVE_TOKENS} active tokens. Revoke one first.`,
  )
}
