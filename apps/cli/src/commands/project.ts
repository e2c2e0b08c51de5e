import type { Command } from 'commander'
import { inTransaction } from '@throughline/db/connection/database'
import { DELETE_TIMEOUT_MS, deleteProject } from '@throughline/db/projects/delete-project'
import {
  listProjects,
  listProvedDomains,
  type ProjectRecord,
} from '@throughline/db/projects/projects'
import { confirm } from '../confirm.js'
import { printTable } from '../output.js'
import { runOnApi } from '../project-api.js'
import { createProject, type CreateProjectOptions } from './create-project.js'
import { requireProject } from './create-token.js'
import { JSON_OPTION, runCommand, type CommandContext } from './run-command.js'

interface Options {
  json?: boolean
  yes?: boolean
}

const NAME = 'id or prefix'

export function addProjectCommands(program: Command): void {
  const project = program.command('project').description('manage projects')
  project
    .command('create')
    .description('create a project and its first admin token, which is shown only once')
    .requiredOption('--name <name>', 'name of the project')
    .requiredOption('--prefix <prefix>', 'first label of the link host, such as acme')
    .option('--if-missing', 'if the prefix is taken, print that project, without a token')
    .option('--with-sample', 'if this is the first project, also create one with sample data')
    .option(...JSON_OPTION)
    .action((options: Options & CreateProjectOptions) =>
      runCommand(options, (context) => createProject(context, options)),
    )
  project
    .command('list')
    .description('list all projects')
    .option(...JSON_OPTION)
    .action((options: Options) => runCommand(options, list, printProjects))
  project
    .command('show')
    .description('show the key, settings and hosts of a project')
    .argument(`<${NAME}>`)
    .option(...JSON_OPTION)
    .action((name: string, options: Options) =>
      runCommand(options, (context) => show(context, name)),
    )
  project
    .command('rename')
    .description('change the name of a project; its prefix stays')
    .argument(`<${NAME}>`)
    .argument('<name>', 'new name')
    .option(...JSON_OPTION)
    .action((project: string, name: string, options: Options) =>
      runOnApi({ ...options, project }, (api) => api.put('/api/project', { name })),
    )
  project
    .command('delete')
    .description('permanently delete a project with its links, clicks, installs and deliveries')
    .argument(`<${NAME}>`)
    .option('--yes', 'do not ask for confirmation')
    .option(...JSON_OPTION)
    .action((name: string, options: Options) =>
      runCommand(options, (context) => remove(context, name, options)),
    )
}

async function list({ config, database }: CommandContext) {
  const projects = await listProjects(database.prisma)
  return {
    data: projects.map((project) => ({
      id: project.id,
      prefix: project.prefix,
      name: project.name,
      key: project.key,
      link_host: linkHostOf(project, config.linkBaseHost),
      is_sample: project.isSample,
      created_at: project.createdAt,
    })),
  }
}

function printProjects({ data }: Awaited<ReturnType<typeof list>>, isJson: boolean): void {
  if (isJson) console.log(JSON.stringify({ data }))
  else
    printTable(data, {
      PREFIX: ({ prefix }) => prefix,
      NAME: ({ name, is_sample: isSample }) => (isSample ? `${name} (sample)` : name),
      ID: ({ id }) => id,
      KEY: ({ key }) => key,
      'LINK HOST': (row) => row.link_host,
      CREATED: (row) => row.created_at,
    })
}

async function show({ config, database }: CommandContext, name: string) {
  const project = await requireProject(database.prisma, name)
  return {
    id: project.id,
    prefix: project.prefix,
    name: project.name,
    key: project.key,
    hosts: [
      linkHostOf(project, config.linkBaseHost),
      ...(await listProvedDomains(database.prisma, project.id)),
    ],
    sdk_scopes: project.sdkScopes,
    sdk_writes: project.sdkWrites,
    allowed_destinations: project.allowedDestinations,
    window_minutes: project.windowMinutes,
    min_confidence: project.minConfidence,
    clipboard: project.clipboard,
    consent_required: project.consentRequired,
    fingerprint_query: project.fingerprintQuery,
    deliver_sdk_tests: project.deliverSdkTests,
    is_sample: project.isSample,
    created_at: project.createdAt.toISOString(),
  }
}

async function remove({ database }: CommandContext, name: string, options: Options) {
  const { id, prefix, name: title } = await requireProject(database.prisma, name)
  await confirm(`Permanently delete project ${prefix} (${title}) with everything in it?`, options)
  const deleted = await inTransaction(
    database,
    (db) => deleteProject(db, { id, prefix }, { actor: 'cli' }),
    DELETE_TIMEOUT_MS,
  )
  return { id, prefix, deleted: true, ...deleted }
}

function linkHostOf({ prefix }: ProjectRecord, linkBaseHost: string): string {
  return `${prefix}.${linkBaseHost}`
}
