import { InvalidArgumentError, Option, type Command } from 'commander'
import { printResult } from '../output.js'
import type { SimulateOptions } from '../simulate/stage.js'
import { JSON_OPTION, runCommand } from './run-command.js'

export function addSimulateCommand(program: Command): void {
  program
    .command('simulate')
    .description(
      'simulate a click and its install as tests: click, device report, decision, delivery',
    )
    .option('--link <code>', 'the link that the phone opens')
    .addOption(
      new Option('--platform <name>', 'operating system of the phone')
        .choices(['ios', 'android'])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--browser <name>', 'browser; default: safari on ios, chrome on android').choices([
        'safari',
        'chrome',
        'instagram',
      ]),
    )
    .option('--gclid <id>', 'Google click id in the query of the link')
    .option('--fbclid <id>', 'Meta click id in the query of the link')
    .option('--organic', 'simulate an install without a click')
    .option('--minutes <number>', 'minutes between click and install', parseMinutes, 7)
    .option('--project <id or prefix>', 'project of the link, if several projects have its code')
    .option('--yes', 'confirm a simulation in production')
    .option(...JSON_OPTION)
    .action((options: SimulateOptions) =>
      runCommand(
        options,
        async (context) => {
          const { simulate } = await import('../simulate/simulate.js')
          return simulate(context, options)
        },
        (result, isJson) => {
          if (isJson) printResult(result, isJson)
        },
      ),
    )
}

/** Tokens are valid for 30 days, which is 43,200 minutes. */
const MAX_MINUTES = 50_000

function parseMinutes(text: string): number {
  const minutes = Number(text)
  if (text.trim() !== '' && minutes >= 0 && minutes <= MAX_MINUTES) return minutes
  throw new InvalidArgumentError(`Use minutes from 0 to ${MAX_MINUTES}.`)
}
