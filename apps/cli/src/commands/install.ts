import { Option, type Command } from 'commander'
import {
  ALL_INSTALLS,
  listInstalls,
  type ListedInstall,
} from '@throughline/db/attribution/list-installs'
import { printTable } from '../output.js'
import { chooseProject, type ProjectOptions } from '../project-api.js'
import { explainInstallOf } from './explain-install.js'
import { parseLimit, withProject } from './options.js'
import { printExplanation } from './print-explanation.js'
import { JSON_OPTION, runCommand } from './run-command.js'

export function addInstallCommands(program: Command): void {
  const install = program.command('install').description('inspect installs')
  withProject(
    install
      .command('list')
      .description('list installs, newest first')
      .addOption(
        new Option('--limit <number>', 'rows, at most 100').argParser(parseLimit).default(20),
      ),
  ).action((options: ProjectOptions & { limit: number }) =>
    runCommand(
      options,
      async ({ database }) => {
        const { id } = await chooseProject(database.prisma, options.project)
        const rows = await listInstalls(
          database.prisma,
          { ...ALL_INSTALLS, projectId: id },
          { after: null, limit: options.limit },
        )
        return { data: rows.map(present) }
      },
      printInstalls,
    ),
  )
  addExplain(install.command('explain'))
  addExplain(program.command('explain'))
}

/** `explain` is the older name of `install explain`. */
function addExplain(command: Command): void {
  command
    .description('explain why an install was matched or not')
    .argument('<install id>', 'the UUID that the app sent')
    .option('--project <id or prefix>', 'project of the install, if several projects have its id')
    .option(...JSON_OPTION)
    .action((installId: string, options: ProjectOptions) =>
      runCommand(
        options,
        ({ database }) => explainInstallOf(database.prisma, installId, options.project),
        printExplanation,
      ),
    )
}

type Presented = ReturnType<typeof present>

function present(install: ListedInstall) {
  return {
    install_id: install.installId,
    platform: install.platform,
    matched: install.isMatched,
    match_type: install.matchType,
    confidence: Number(install.confidence.toFixed(4)),
    reason: install.reason,
    is_test: install.isTest,
    code: install.code,
    decided_at: install.decidedAt,
  }
}

function printInstalls({ data }: { data: Presented[] }, isJson: boolean): void {
  if (isJson) console.log(JSON.stringify({ data }))
  else
    printTable(data, {
      INSTALL: (row) => row.install_id,
      PLATFORM: (row) => row.platform,
      'MATCHED BY': (row) => row.match_type,
      CONFIDENCE: (row) => (row.matched ? row.confidence : null),
      REASON: (row) => row.reason,
      LINK: (row) => row.code,
      TEST: (row) => row.is_test,
      DECIDED: (row) => row.decided_at,
    })
}
