import { parseBearer, tokenMatches } from '@throughline/core/security/admin-token'
import { domainError, type DomainError } from '@throughline/core/lib/errors'
import { isUuid } from '@throughline/core/lib/ids'
import { oncePer } from '@throughline/core/lib/once-per'
import {
  findAdminToken,
  touchAdminToken,
  type AdminTokenRecord,
} from '@throughline/db/projects/admin-tokens'
import { findProjectById, type ProjectRecord } from '@throughline/db/projects/projects'
import type { Db } from '@throughline/db/connection/database'
import type { Request } from 'express'
import type { AppContext } from '../context.js'
import type { Access, Actor, Caller } from './access.js'
import {
  projectKeyRequired,
  tokenExpired,
  tokenMalformed,
  tokenRequired,
  tokenRevoked,
  tokenUnknown,
  unknownProjectKey,
} from './credential-errors.js'

/**
 * Identifies the caller (docs/api-contract.md, "Authentication"). A token permits more than the key where the key
 * suffices, so it needs its ability there too. Another project's token gets the response for a missing record.
 */
export async function authenticate(
  { database, projectKeys }: Pick<AppContext, 'database' | 'projectKeys'>,
  request: Request,
  access: Access,
): Promise<Caller> {
  const key = request.get('x-project-key')
  const project = await identifyProject(projectKeys, key)
  if (project === null) throw await explainUnknownKey(database.prisma, key ?? '')
  const authorization = request.get('authorization')
  if (access.startsWith('management:') || authorization !== undefined) {
    const ability = abilityFor(access)
    return { project, actor: await authorize(database.prisma, project, { authorization, ability }) }
  }
  if (access !== 'key' && !project.sdkScopes.includes(access)) {
    throw domainError(
      'scope_disabled',
      `This project does not allow ${access} with its key alone. Add it to sdk_scopes with PUT /api/project, or send an admin token.`,
    )
  }
  return { project, actor: { kind: 'sdk' } }
}

/** The ability that a token needs for a route, or null for any token. A scope without an ability requires all. */
function abilityFor(access: Access): string | null {
  if (access === 'key') return null
  return access === 'attribution' ? '*' : access.replace(/^management:/, '')
}

export function credentialOf(actor: Actor): string {
  return actor.kind === 'sdk' ? 'sdk' : `token:${actor.tokenId}`
}

async function identifyProject(
  projectKeys: AppContext['projectKeys'],
  key: string | undefined,
): Promise<ProjectRecord | null> {
  if (key === undefined || key === '') throw projectKeyRequired()
  return isUuid(key) ? projectKeys.add(key) : null
}

/** Bounds what unknown keys cost the database: more of them at the same time get the general words. */
const mayLookForProjectId = oncePer(100)

async function explainUnknownKey(db: Db, key: string): Promise<DomainError> {
  const isProjectId =
    isUuid(key) && mayLookForProjectId() && (await findProjectById(db, key)) !== null
  return unknownProjectKey(key, isProjectId)
}

async function authorize(
  db: Db,
  project: ProjectRecord,
  wanted: { authorization: string | undefined; ability: string | null },
): Promise<Actor> {
  const token = await identifyToken(db, wanted.authorization)
  if (token.projectId !== project.id) throw domainError('not_found', NOTHING_HERE)
  if (
    wanted.ability !== null &&
    !token.abilities.some((ability) => ability === '*' || ability === wanted.ability)
  ) {
    throw domainError(
      'forbidden',
      `This token lacks the ability ${wanted.ability}; it has ${token.abilities.join(', ') || 'none'}. Create one with that ability.`,
    )
  }
  await touchAdminToken(db, token)
  return { kind: 'admin', tokenId: token.id }
}

/** The same text for a missing id and for another project's, so that nobody learns what exists. */
export const NOTHING_HERE =
  'There is no such record in this project. Check the id, and that the key and the token belong to the same project.'

/** Only the bearer of the correct secret learns that a token has expired or was revoked. */
async function identifyToken(db: Db, authorization: string | undefined): Promise<AdminTokenRecord> {
  if (authorization === undefined) throw tokenRequired()
  const bearer = parseBearer(authorization)
  if (bearer === null) throw tokenMalformed(authorization)
  const token = await findAdminToken(db, bearer.id)
  if (token === null || !tokenMatches(bearer.secret, token.secretHash)) throw tokenUnknown()
  if (token.revokedAt !== null) throw tokenRevoked(token.revokedAt)
  if (token.expiresAt !== null && token.expiresAt <= new Date()) throw tokenExpired(token.expiresAt)
  return token
}
