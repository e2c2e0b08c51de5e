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

/**
 * Makes an admin token of a project; its text is answered this once and stored only as a hash. Call it in a transaction.
 *
 * @throws Error when the project has as many live tokens as it may
 */
export async function createToken(
  db: Db,
  project: ProjectRecord,
  options: CreateTokenOptions,
): Promise<{ id: number; token: string }> {
  await lockProject(db, project.id)
  if (await isTokenLimitReached(db, project.id))
    throw new Error(
      `The project has ${MAX_LIVE_TOKENS} live tokens, which is the limit. Revoke one: token revoke <id>`,
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

/** The project that an operator names by its id or its prefix. Throws when there is none. */
export async function requireProject(db: Db, name: string): Promise<ProjectRecord> {
  const project = isUuid(name)
    ? await findProjectById(db, name)
    : await findProjectByPrefix(db, name)
  if (project === null)
    throw new Error(`There is no project ${name}. Name it by its id or its prefix.`)
  return project
}

/** Reads `--abilities`, all unless told. Throws at one that no route asks for: such a token would do nothing. */
export function parseAbilities(text: string | undefined): string[] {
  if (text === undefined) return ['*']
  const abilities = text.split(',').map((ability) => ability.trim())
  const wrong = abilities.find((ability) => !/^(\*|[a-z_-]+:(read|write))$/.test(ability))
  if (wrong === undefined) return abilities
  throw new Error(`--abilities: "${wrong}" is none; write * or such as webhooks:read`)
}

/** Reads `--expires-at`. Throws when it is no time to come. */
export function parseExpiry(text: string | undefined): Date | null {
  if (text === undefined) return null
  const date = new Date(text)
  if (Number.isNaN(date.getTime()) || date <= new Date()) {
    throw new Error(`--expires-at ${text}: must be a time to come, such as 2027-01-31T00:00:00Z`)
  }
  return date
}
