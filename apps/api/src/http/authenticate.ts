import { permits } from '@throughline/contracts/roles'
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
import { isManagement, type Access, type Actor, type Caller } from './access.js'
import { actAsMember, openSessionOf } from './authenticate-session.js'
import {
  NOTHING_HERE,
  projectKeyRequired,
  sessionNotSameOrigin,
  sessionRequired,
  tokenExpired,
  tokenMalformed,
  tokenRequired,
  tokenRevoked,
  tokenUnknown,
  unknownProjectKey,
} from './credential-errors.js'
import { namesPanel, readSession, type SentSession } from './session-cookie.js'

type Parts = Pick<AppContext, 'config' | 'database' | 'projectKeys'>

/**
 * Identifies the caller (docs/api-contract.md, "Authentication"). Where the key is sufficient, a token or a session
 * permits more than the key, so its ability is checked there too. A token or session of another project gets the
 * response for a missing record.
 */
export async function authenticate(
  parts: Parts,
  request: Request,
  access: Access,
): Promise<Caller> {
  const db = parts.database.prisma
  const sent = readSession(parts.config, request)
  if (sent.kind === 'other_origin' && isManagement(access)) throw sessionNotSameOrigin()
  const found = await identifyProject(parts, request, sent)
  const session = await openSessionOf(db, sent, found.project?.id ?? null)
  if (found.project === null || (found.isById && session === null))
    throw await explainUnknownKey(db, found.key)
  const { project } = found
  if (session !== null) return { project, actor: actAsMember(session, abilityFor(access)) }
  if (isManagement(access) && (sent.kind === 'token' || awaitsSession(request)))
    throw sessionRequired()
  return { project, actor: await actWithoutSession(db, project, { request, access }) }
}

/** A panel request without a cookie gets a different message than a script without a token. */
function awaitsSession(request: Request): boolean {
  return request.get('authorization') === undefined && namesPanel(request)
}

async function actWithoutSession(
  db: Db,
  project: ProjectRecord,
  { request, access }: { request: Request; access: Access },
): Promise<Actor> {
  const authorization = request.get('authorization')
  if (isManagement(access) || authorization !== undefined)
    return authorize(db, project, { authorization, ability: abilityFor(access) })
  if (access !== 'key' && !project.sdkScopes.some((scope) => scope === access)) {
    throw domainError(
      'scope_disabled',
      `This project does not allow ${access} with its key alone. Add the scope to sdk_scopes with PUT /api/project, or send an admin token.`,
    )
  }
  return { kind: 'sdk' }
}

/**
 * The ability that a token or a role needs for a route; null if any is sufficient. A scope without an ability requires
 * all abilities.
 */
export function abilityFor(access: Access): string | null {
  if (access === 'key') return null
  return access === 'attribution' ? '*' : access.replace(/^management:/, '')
}

interface FoundProject {
  key: string
  project: ProjectRecord | null
  /** The project is named by its id. Only sessions may do this, because viewers do not know the key. */
  isById: boolean
}

async function identifyProject(
  { database, projectKeys }: Parts,
  request: Request,
  sent: SentSession,
): Promise<FoundProject> {
  const key = request.get('x-project-key')
  if (key === undefined || key === '') throw projectKeyRequired()
  const byKey = isUuid(key) ? await projectKeys.add(key) : null
  if (byKey !== null || sent.kind !== 'token' || !isUuid(key))
    return { key, project: byKey, isById: false }
  return { key, project: await findProjectById(database.prisma, key), isById: true }
}

/** Limits the database load of unknown keys: further concurrent ones get the general message. */
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
  if (wanted.ability !== null && !permits(token.abilities, wanted.ability)) {
    throw domainError(
      'forbidden',
      `This token lacks the ability ${wanted.ability}; it has ${token.abilities.join(', ') || 'none'}. Create one with that ability.`,
    )
  }
  await touchAdminToken(db, token)
  return { kind: 'admin', tokenId: token.id, abilities: token.abilities }
}

/** Finds the token. Only a caller with the correct secret learns that it has expired or was revoked. */
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
