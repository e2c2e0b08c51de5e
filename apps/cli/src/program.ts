import { VERSION } from '@throughline/runtime/version'
import { Command } from 'commander'
import { addCampaignCommands } from './commands/campaign.js'
import { addDeliveryCommands } from './commands/delivery.js'
import { diagnose } from './commands/doctor.js'
import { addInstallCommands } from './commands/install.js'
import { addLinkCommands } from './commands/link.js'
import { addListenCommand } from './commands/listen.js'
import { migrate } from './commands/migrate.js'
import { addProjectCommands } from './commands/project.js'
import { removeDomain } from './commands/remove-domain.js'
import { addReplayCommands } from './commands/replay.js'
import { JSON_OPTION, runCommand } from './commands/run-command.js'
import { printFindings } from './commands/print-findings.js'
import { addSimulateCommand } from './commands/simulate.js'
import { addTokenCommands } from './commands/token.js'
import { addUserCommands } from './commands/user.js'
import { addWebhookCommands } from './commands/webhook.js'
import { importRanges, listRanges, printRanges, removeRanges } from './commands/shared-ranges.js'

export const program = new Command('throughline')
  .description('Manages a Throughline installation from the command line')
  .version(VERSION)

addProjectCommands(program)
addTokenCommands(program)
addUserCommands(program)
addWebhookCommands(program)
addLinkCommands(program)
addCampaignCommands(program)
addDeliveryCommands(program)
addReplayCommands(program)
addInstallCommands(program)

const domain = program.command('domain').description('manage custom domains')
domain
  .command('remove')
  .description('remove a custom domain from the project that proved it')
  .argument('<host>', 'such as go.acme.com')
  .option(...JSON_OPTION)
  .action((host: string, options: { json?: boolean }) =>
    runCommand(options, (context) => removeDomain(context, host)),
  )

const ranges = program
  .command('ranges')
  .description('manage shared IP ranges, such as private relays and VPNs')
ranges
  .command('import')
  .description('import ranges from a file; they replace the list of the same name')
  .argument('<file>', 'one CIDR per line; # starts a comment, text after a comma is ignored')
  .option('--name <name>', 'name of the list', 'operator')
  .option(...JSON_OPTION)
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
  .description('list the imported lists of ranges')
  .option(...JSON_OPTION)
  .action((options: { json?: boolean }) => runCommand(options, listRanges, printRanges))
ranges
  .command('remove')
  .description('remove an imported list of ranges')
  .argument('<name>', 'name of the list')
  .option(...JSON_OPTION)
  .action((name: string, options: { json?: boolean }) =>
    runCommand(options, (context) => removeRanges(context, name)),
  )

program
  .command('migrate')
  .description('apply pending migrations')
  .option('--dry-run', 'only list pending migrations')
  .option(...JSON_OPTION)
  .action(migrate)

program
  .command('doctor')
  .description('check a running installation and explain how to fix problems')
  .option(...JSON_OPTION)
  .action((options: { json?: boolean }) => printFindings(options, diagnose))

addListenCommand(program)

addSimulateCommand(program)

program
  .command('rehearse')
  .description(
    'run an end-to-end rehearsal: link, click, install, attribution, signed webhook, retries',
  )
  .option('--against <url>', 'use a running installation instead of a temporary stack')
  .option(...JSON_OPTION)
  .option(
    '--save <folder>',
    'save the deliveries of the temporary stack there, as fixtures for receivers',
  )
  .action(async (options: { against?: string; save?: string; json?: boolean }) => {
    const { rehearse } = await import('./rehearse/rehearse.js')
    process.exitCode = await rehearse(options)
  })
