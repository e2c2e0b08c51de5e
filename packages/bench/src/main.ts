import { Command, Option } from 'commander'
import { runClicks, type ClicksOptions } from './clicks/run-clicks.js'
import { PARTS, runDeliveries, type DeliveriesOptions } from './deliveries/run-deliveries.js'
import { addMatchingCommand } from './matching/command.js'
import { runNumbers, type NumbersOptions } from './numbers/run-numbers.js'
import { runPairs, type PairsOptions } from './pairs/run-pairs.js'
import { HOT_PATHS } from './pairs/slices-messages.js'
import { runRedirect, type RedirectOptions } from './redirect/run-redirect.js'
import { RATES, runScaling, type ScalingOptions } from './scaling/run-scaling.js'
import { runSettings, SETTINGS_PATHS, type SettingsOptions } from './settings/run-settings.js'
import { whole, wholeList } from './whole-number.js'

const POSTGRES_DEFAULTS = [
  '--postgres-defaults',
  'run PostgreSQL with its own defaults, not with the settings of npm start',
] as const

const program = new Command('bench').description('Measures what this code does on this machine')
addDeliveriesCommand()
addRedirectCommand()
addClicksCommand()
addMatchingCommand(program)
addNumbersCommand()
addPairsCommand()
addSettingsCommand()
addScalingCommand()
await program.parseAsync()
// After a failed run, handles may still be open.
process.exit()

function addDeliveriesCommand(): void {
  program
    .command('deliveries')
    .description(
      'deliveries from acceptance to the recorded result, compared with the bare queue and HTTP client',
    )
    .addOption(
      new Option('--backend <name>', 'where the queue is kept')
        .choices(['redis', 'postgresql'])
        .default('redis'),
    )
    .addOption(new Option('--part <name...>', 'what to measure').choices(PARTS).default([...PARTS]))
    .option('--concurrency <list>', 'DELIVERY_CONCURRENCY, one or several', wholeList, [50, 200])
    .option('--count <n>', 'deliveries in a round', whole, 10_000)
    .option('--rounds <n>', 'rounds of each, alternating', whole, 5)
    .option('--backlog <n>', 'rows that wait in the backlog part', whole, 1_000_000)
    .option('--json <file>', 'also write the figures to this file')
    .option(...POSTGRES_DEFAULTS)
    .option('--profile <folder>', "write the worker's CPU profile to this folder")
    .action((options: DeliveriesOptions) => runDeliveries(options))
}

function addRedirectCommand(): void {
  program
    .command('redirect')
    .description(
      'a link that is clicked, with its click on disk, against a server that stores nothing',
    )
    .option('--seconds <n>', 'duration of a round', whole, 5)
    .option('--rounds <n>', 'rounds of each, alternating', whole, 5)
    .option('--connections <n>', 'open connections of the load generator', whole, 64)
    .option(...POSTGRES_DEFAULTS)
    .option('--json <file>', 'also write the figures to this file')
    .action((options: RedirectOptions) => runRedirect(options))
}

function addClicksCommand(): void {
  program
    .command('clicks')
    .description(
      'the cost of a click with ten thousand to ten million in the table, and of a campaign’s stats',
    )
    .option(
      '--rows <list>',
      'clicks in the table',
      wholeList,
      [10_000, 100_000, 1_000_000, 10_000_000],
    )
    .option('--count <n>', 'clicks in each measurement', whole, 200_000)
    .option(...POSTGRES_DEFAULTS)
    .option('--json <file>', 'also write the figures to this file')
    .action((options: ClicksOptions) => runClicks(options))
}

function addNumbersCommand(): void {
  program
    .command('numbers')
    .description(
      'the overview, pages of lists, a file, open streams and the panel, of a project with 90 days of clicks',
    )
    .option('--links <n>', 'links', whole, 100_000)
    .option('--clicks <n>', 'clicks in the table', whole, 1_000_000)
    .option('--installs <n>', 'installs, and as many deliveries', whole, 100_000)
    .option('--requests <n>', 'requests of each kind', whole, 200)
    .option('--json <file>', 'also write the figures to this file')
    .action((options: NumbersOptions) => runNumbers(options))
}

function addPairsCommand(): void {
  program
    .command('pairs')
    .description('a hot path of this checkout and of older checkouts, alternating')
    .addOption(
      new Option('--path <name>', 'what to measure').choices(HOT_PATHS).makeOptionMandatory(),
    )
    .requiredOption('--against <folder...>', 'other checkouts of this repository, set up')
    .option('--pairs <n>', 'number of pairs', whole, 10)
    .option('--seconds <n>', 'duration per checkout and pair', whole, 30)
    .option('--starts <n>', 'number of restarts of both in each pair', whole, 1)
    .option('--json <file>', 'also write the figures to this file')
    .action((options: PairsOptions) => runPairs(options))
}

function addSettingsCommand(): void {
  program
    .command('settings')
    .description('a hot path with the defaults of PostgreSQL and with other settings, alternating')
    .addOption(
      new Option('--path <name>', 'what to measure').choices(SETTINGS_PATHS).makeOptionMandatory(),
    )
    .option('--single <name=value...>', 'also measure each of these settings alone', [])
    .option('--pairs <n>', 'number of pairs', whole, 10)
    .option('--seconds <n>', 'duration at full load; half of it at half load', whole, 30)
    .option('--json <file>', 'also write the figures to this file')
    .action((options: SettingsOptions) => runSettings(options))
}

function addScalingCommand(): void {
  program
    .command('scaling')
    .description('what each part needs for a rate of events, from measured costs and by simulation')
    .option('--rates <list>', 'events a minute', wholeList, RATES)
    .option('--seed <n>', 'of the simulation', whole, 1)
    .action((options: ScalingOptions) => runScaling(options))
}
