import { formatAdminToken, generateAdminToken } from '@throughline/core/security/admin-token'
import type { Db } from '@throughline/db/connection/database'
import { insertAdminToken, revokeAdminToken } from '@throughline/db/projects/admin-tokens'
import { listProjects, type ProjectRecord } from '@throughline/db/projects/projects'
import { askApi } from './ask-api.js'
import { requireProject } from './commands/create-token.js'
import { runCommand, type CommandContext } from './commands/run-command.js'

/** The management API of a project. Uses a temporary admin token. */
export interface ProjectApi {
  project: ProjectRecord
  get<Body = object>(path: string): Promise<Body>
  post<Body = object>(path: string, body?: object): Promise<Body>
  put<Body = object>(path: string, body: object): Promise<Body>
  delete<Body = object>(path: string): Promise<Body>
}

/** Long enough for one command; the token is revoked when the command ends. */
const TOKEN_MINUTES = 10

export interface ProjectOptions {
  project?: string
  json?: boolean
}

/** Runs a command on the API of a project, prints its result or error, and sets the exit code. */
export function runOnApi<Result extends object>(
  options: ProjectOptions,
  work: (api: ProjectApi) => Promise<Result>,
  print?: (result: Result, isJson: boolean) => void,
): Promise<void> {
  return runCommand(options, (context) => withApi(context, options.project, work), print)
}

/** The named project, otherwise the only one that is not sample data. */
export async function chooseProject(db: Db, name: string | undefined): Promise<ProjectRecord> {
  if (name !== undefined) return requireProject(db, name)
  const all = await listProjects(db)
  const own = all.filter(({ isSample }) => !isSample)
  const [project, ...others] = own.length > 0 ? own : all
  if (project === undefined) throw new Error('There is no project. Create one: project create')
  if (others.length === 0) return project
  const prefixes = [project, ...others].map(({ prefix }) => prefix).join(', ')
  throw new Error(`There are several projects: ${prefixes}. Name one with --project.`)
}

/** Commands use the API rather than the database, because the API validates values and enqueues deliveries. */
async function withApi<Result>(
  { config, database }: CommandContext,
  name: string | undefined,
  work: (api: ProjectApi) => Promise<Result>,
): Promise<Result> {
  const project = await chooseProject(database.prisma, name)
  return withTemporaryToken(database.prisma, { id: project.id }, (adminToken) => {
    const where = { publicUrl: config.publicUrl, projectKey: project.key, adminToken }
    return work({
      project,
      get: (path) => askApi(where, { method: 'GET', path }),
      post: (path, body) => askApi(where, { method: 'POST', path, body }),
      put: (path, body) => askApi(where, { method: 'PUT', path, body }),
      delete: (path) => askApi(where, { method: 'DELETE', path }),
    })
  })
}

/** Creates an admin token for `work`, with all abilities by default, and revokes it afterwards. */
export async function withTemporaryToken<Result>(
  db: Db,
  { id: projectId, abilities }: { id: string; abilities?: string[] },
  work: (adminToken: string) => Promise<Result>,
): Promise<Result> {
  const { secret, hash } = generateAdminToken()
  const { id } = await insertAdminToken(db, {
    projectId,
    name: 'command line, for one command',
    secretHash: hash,
    expiresAt: new Date(Date.now() + TOKEN_MINUTES * 60_000),
    ...(abilities === undefined ? {} : { abilities }),
  })
  try {
    return await work(formatAdminToken(id, secret))
  } finally {
    await revokeAdminToken(db, { projectId, id, keepChildren: false })
  }
}
