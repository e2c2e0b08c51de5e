import { ABILITIES } from '@throughline/contracts/abilities'
import { generateAdminToken } from '@throughline/core/security/admin-token'
import { isUuid } from '@throughline/core/lib/ids'
import {
  insertAdminToken,
  isTokenLimitReached,
  MAX_LIVE_TOKENS,
} from '@throughline/db/projects/admin-tokens'
import { writeAudit } from '@throughline/db/projects/audit'
import type { Db } from '@throughline/db/connection/database'
import {
  findProjectById,
  findProjectByPrefix,
  lockProject,
  type ProjectRecord,
} from '@throughline/db/projects/projects'

export interface CreateTokenOptions {
  name: string
  abilities?: string[]
  expiresAt?: Date | null
}

/** The token's text is returned once and stored only as a hash. Call it in a transaction. */
export async function createToken(
  db: Db,
  project: ProjectRecord,
  options: CreateTokenOptions,
): Promise<{ id: number; token: string }> {
  await lockProject(db, project.id)
  if (await isTokenLimitReached(db, project.id))
    throw new Error(
      `The project has ${MAX_LIVE_TOKENS} active tokens, which is the limit. Revoke one: token revoke <id>`,
    )
  const { secret, hash } = generateAdminToken()
  const { abilities = ['*'], expiresAt = null } = options
  const { id } = await insertAdminToken(db, {
    projectId: project.id,
    name: options.name,
    secretHash: hash,
    abilities,
    expiresAt,
  })
  await writeAudit(db, {
    projectId: project.id,
    actor: 'cli',
    action: 'token.create',
    target: `token:${id}`,
  })
  return { id, token: `${id}|${secret}` }
}

/** Finds a project by its id or prefix; throws if there is none. */
export async function requireProject(db: Db, name: string): Promise<ProjectRecord> {
  const project = isUuid(name)
    ? await findProjectById(db, name)
    : await findProjectByPrefix(db, name)
  if (project === null)
    throw new Error(`No project ${name} exists. Use the id or prefix of a project.`)
  return project
}

const KNOWN: readonly string[] = ['*', ...ABILITIES]

/** Parses `--abilities`, default all. Throws for one that no route requires: such a token would be useless. */
export function parseAbilities(text: string | undefined): string[] {
  if (text === undefined) return ['*']
  const abilities = text.split(',').map((ability) => ability.trim())
  const wrong = abilities.find((ability) => !KNOWN.includes(ability))
  if (wrong === undefined) return abilities
  throw new Error(`--abilities: "${wrong}" is not an ability. Use these: ${KNOWN.join(', ')}`)
}

/** Parses `--expires-at`. Throws unless it is in the future. */
export function parseExpiry(text: string | undefined): Date | null {
  if (text === undefined) return null
  const date = new Date(text)
  if (Number.isNaN(date.getTime()) || date <= new Date()) {
    throw new Error(`--expires-at ${text}: must be in the future, such as 2027-01-31T00:00:00Z`)
  }
  return date
}
