import { inTransaction } from '@throughline/db/connection/database'
import { Command } from 'commander'
import { createProject } from './commands/create-project.js'
import {
  createToken,
  parseAbilities,
  parseExpiry,
  requireProject,
} from './commands/create-token.js'
import { diagnose } from './commands/doctor.js'
import { explainInstallOf } from './commands/explain-install.js'
import { addListenCommand } from './commands/listen.js'
import { migrate } from './commands/migrate.js'
import { printExplanation } from './commands/print-explanation.js'
import { removeDomain } from './commands/remove-domain.js'
import { revokeToken } from './commands/revoke-token.js'
import { runCommand } from './commands/run-command.js'
import { printFindings } from './commands/print-findings.js'
import { importRanges, listRanges, printRanges, removeRanges } from './commands/shared-ranges.js'

const program = new Command('throughline').description(
  'Manages a Throughline installation from the command line',
)
const json = ['--json', 'print one line of JSON'] as const

const project = program.command('project').description('projects')
project
  .command('create')
  .description('create a project and its first admin token, which is shown only once')
  .requiredOption('--name <name>', 'display name')
  .requiredOption('--prefix <prefix>', 'first label of its link host, such as acme')
  .option('--if-missing', 'return an existing project with that prefix, without a token')
  .option(...json)
  .action((options: { name: string; prefix: string; ifMissing?: boolean; json?: boolean }) =>
    runCommand(options, (context) => createProject(context, options)),
  )

const token = program.command('token').description('manage admin tokens')
token
  .command('create')
  .description('create an admin token, which is shown only once')
  .requiredOption('--project <id or prefix>', 'project of the token')
  .option('--name <name>', 'purpose of the token', 'from the command line')
  .option('--abilities <list>', 'such as webhooks:read,webhooks:write; default all')
  .option('--expires-at <time>', 'ISO 8601')
  .option(...json)
  .action(
    (options: {
      project: string
      name: string
      abilities?: string
      expiresAt?: string
      json?: boolean
    }) =>
      runCommand(options, async ({ database }) => {
        const owner = await requireProject(database.prisma, options.project)
        const wanted = {
          name: options.name,
          abilities: parseAbilities(options.abilities),
          expiresAt: parseExpiry(options.expiresAt),
        }
        const made = await inTransaction(database, (db) => createToken(db, owner, wanted))
        return { id: made.id, project_id: owner.id, admin_token: made.token }
      }),
  )

token
  .command('revoke')
  .description('revoke an admin token and the tokens created with it')
  .argument('<id>', 'the number before the | of the token')
  .option('--keep-children', 'keep the tokens created with it')
  .option(...json)
  .action((id: string, options: { keepChildren?: boolean; json?: boolean }) =>
    runCommand(options, ({ database }) => revokeToken(database, id, options)),
  )

const domain = program.command('domain').description('manage custom domains')
domain
  .command('remove')
  .description('remove a custom domain from the project that proved it')
  .argument('<host>', 'such as go.acme.com')
  .option(...json)
  .action((host: string, options: { json?: boolean }) =>
    runCommand(options, (context) => removeDomain(context, host)),
  )

const ranges = program
  .command('ranges')
  .description('manage shared IP ranges, such as private relays and VPNs')
ranges
  .command('import')
  .description('import the ranges of a file, replacing the earlier import of that name')
  .argument('<file>', 'one CIDR per line; # starts a comment, text after a comma is ignored')
  .option('--name <name>', 'name of the list', 'operator')
  .option(...json)
  .action((file: string, options: { name: string; json?: boolean }) =>
    runCommand(options, (context) =>
      importRanges(context, {
        file,
        name: options.name,
        onProgress: (text) => {
          if (options.json !== true) console.error(text)
        },
      }),
    ),
  )
ranges
  .command('list')
  .description('list the imported lists')
  .option(...json)
  .action((options: { json?: boolean }) => runCommand(options, listRanges, printRanges))
ranges
  .command('remove')
  .description('remove an imported list')
  .argument('<name>', 'name of the list')
  .option(...json)
  .action((name: string, options: { json?: boolean }) =>
    runCommand(options, (context) => removeRanges(context, name)),
  )

program
  .command('explain')
  .description('explain why an install was matched or not')
  .argument('<install id>', 'the UUID that the app sent')
  .option('--project <id or prefix>', 'project of the install, if several projects have its id')
  .option(...json)
  .action((installId: string, options: { project?: string; json?: boolean }) =>
    runCommand(
      options,
      ({ database }) => explainInstallOf(database.prisma, installId, options.project),
      printExplanation,
    ),
  )

program
  .command('migrate')
  .description('apply pending migrations')
  .option('--dry-run', 'only list pending migrations')
  .option(...json)
  .action(migrate)

program
  .command('doctor')
  .description('check a running installation and say how to fix problems')
  .option(...json)
  .action((options: { json?: boolean }) => printFindings(options, diagnose))

addListenCommand(program)

program
  .command('rehearse')
  .description(
    'run an end-to-end rehearsal: link, click, install, attribution, signed webhook, retries',
  )
  .option('--against <url>', 'use a running installation instead of a temporary stack')
  .option(...json)
  .option(
    '--save <folder>',
    'save the temporary stack’s deliveries there, as fixtures for receivers',
  )
  .action(async (options: { against?: string; save?: string; json?: boolean }) => {
    const { rehearse } = await import('./rehearse/rehearse.js')
    process.exitCode = await rehearse(options)
  })

await program.parseAsync()
