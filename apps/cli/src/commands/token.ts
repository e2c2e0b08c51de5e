import type { Command } from 'commander'
import { inTransaction } from '@throughline/db/connection/database'
import { listAdminTokens, MAX_LIVE_TOKENS } from '@throughline/db/projects/admin-tokens'
import { printTable } from '../output.js'
import { chooseProject, type ProjectOptions } from '../project-api.js'
import { createToken, parseAbilities, parseExpiry, requireProject } from './create-token.js'
import { withProject } from './options.js'
import { revokeToken } from './revoke-token.js'
import { JSON_OPTION, runCommand, type CommandContext } from './run-command.js'

interface CreateOptions extends ProjectOptions {
  project: string
  name: string
  abilities?: string
  expiresAt?: string
}

export function addTokenCommands(program: Command): void {
  const token = program.command('token').description('manage admin tokens')
  token
    .command('create')
    .description('create an admin token, which is shown only once')
    .requiredOption('--project <id or prefix>', 'project of the token')
    .option('--name <name>', 'purpose of the token', 'from the command line')
    .option('--abilities <list>', 'such as webhooks:read,webhooks:write; default: all')
    .option('--expires-at <time>', 'ISO 8601; default: never')
    .option(...JSON_OPTION)
    .action((options: CreateOptions) => runCommand(options, (context) => create(context, options)))
  withProject(
    token.command('list').description('list the admin tokens that are not revoked, newest first'),
  ).action((options: ProjectOptions) =>
    runCommand(options, (context) => list(context, options), printTokens),
  )
  token
    .command('revoke')
    .description('revoke an admin token and the tokens created with it')
    .argument('<id>', 'the number before the | of the token')
    .option('--keep-children', 'keep the tokens created with it')
    .option(...JSON_OPTION)
    .action((id: string, options: { keepChildren?: boolean; json?: boolean }) =>
      runCommand(options, ({ database }) => revokeToken(database, id, options)),
    )
}

async function create({ database }: CommandContext, options: CreateOptions) {
  const owner = await requireProject(database.prisma, options.project)
  const wanted = {
    name: options.name,
    abilities: parseAbilities(options.abilities),
    expiresAt: parseExpiry(options.expiresAt),
  }
  const made = await inTransaction(database, (db) => createToken(db, owner, wanted))
  return { id: made.id, project_id: owner.id, admin_token: made.token }
}

async function list({ database }: CommandContext, { project }: ProjectOptions) {
  const db = database.prisma
  const { id: projectId } = await chooseProject(db, project)
  const tokens = await listAdminTokens(db, { projectId, beforeId: null, limit: MAX_LIVE_TOKENS })
  return {
    data: tokens.map((token) => ({
      id: token.id,
      name: token.name,
      abilities: token.abilities,
      parent_id: token.parentId,
      expires_at: token.expiresAt,
      last_used_at: token.lastUsedAt,
      created_at: token.createdAt,
    })),
  }
}

function printTokens({ data }: Awaited<ReturnType<typeof list>>, isJson: boolean): void {
  if (isJson) console.log(JSON.stringify({ data }))
  else
    printTable(data, {
      ID: ({ id }) => id,
      NAME: ({ name }) => name,
      ABILITIES: ({ abilities }) => abilities.join(', '),
      PARENT: (row) => row.parent_id,
      EXPIRES: (row) => row.expires_at,
      'LAST USED': (row) => row.last_used_at,
      CREATED: (row) => row.created_at,
    })
}
