import { parseBearer, tokenMatches } from '@throughline/core/security/admin-token'
import { domainError } from '@throughline/core/lib/errors'
import { isUuid } from '@throughline/core/lib/ids'
import {
  findAdminToken,
  touchAdminToken,
  type AdminTokenRecord,
} from '@throughline/db/projects/admin-tokens'
import type { ProjectRecord } from '@throughline/db/projects/projects'
import type { Db } from '@throughline/db/connection/database'
import type { Request } from 'express'
import type { AppContext } from '../context.js'
import type { Access, Actor, Caller } from './access.js'

/**
 * Identifies the caller (docs/api-contract.md, "Authentication"). A token permits more than the key where the key
 * suffices, so it needs its ability there too. Another project's token gets the response for a missing record.
 */
export async function authenticate(
  { database, projectKeys }: Pick<AppContext, 'database' | 'projectKeys'>,
  request: Request,
  access: Access,
): Promise<Caller> {
  const project = await identifyProject(projectKeys, request.get('x-project-key'))
  const authorization = request.get('authorization')
  if (access.startsWith('management:') || authorization !== undefined) {
    const ability = abilityFor(access)
    return { project, actor: await authorize(database.prisma, project, { authorization, ability }) }
  }
  if (access !== 'key' && !project.sdkScopes.includes(access)) {
    throw domainError(
      'scope_disabled',
      `This project does not allow ${access} with its key alone. Turn the scope on in its settings, or send an admin token.`,
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
): Promise<ProjectRecord> {
  if (key === undefined || key === '')
    throw domainError('project_key_required', 'Send the project key in the header x-project-key.')
  const project = isUuid(key) ? await projectKeys.add(key) : null
  if (project === null)
    throw domainError('unknown_project_key', 'No project has this key. Check x-project-key.')
  return project
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
    throw domainError('forbidden', `This token lacks the ability ${wanted.ability}.`)
  }
  await touchAdminToken(db, token)
  return { kind: 'admin', tokenId: token.id }
}

/** The same text for a missing id and for another project's, so that nobody learns what exists. */
export const NOTHING_HERE = 'There is no such record in this project.'

/** Only the bearer of the correct secret learns that a token has expired or was revoked. */
async function identifyToken(db: Db, authorization: string | undefined): Promise<AdminTokenRecord> {
  if (authorization === undefined)
    throw domainError('token_required', `Send an admin token: ${TOKEN_FORM}.`)
  const bearer = parseBearer(authorization)
  if (bearer === null)
    throw domainError('token_malformed', `Send the admin token in this form: ${TOKEN_FORM}.`)
  const token = await findAdminToken(db, bearer.id)
  if (token === null || !tokenMatches(bearer.secret, token.secretHash))
    throw domainError('token_unknown', 'No such token exists. Send a valid admin token.')
  if (token.revokedAt !== null)
    throw domainError('token_revoked', 'This token was revoked. Send another one.')
  if (token.expiresAt !== null && token.expiresAt <= new Date())
    throw domainError('token_expired', 'This token has expired. Send another one.')
  return token
}

const TOKEN_FORM = 'Authorization: Bearer {id}|{secret}'
