import { Option, type Command } from 'commander'
import { whole } from '../whole-number.js'
import { runPairs, type PairsOptions } from './run-pairs.js'
import { HOT_PATHS } from './slices-messages.js'

/** `bench pairs`: a hot path of this checkout against older ones, in turns. */
export function addPairsCommand(program: Command): void {
  program
    .command('pairs')
    .description('a hot path of this checkout against the same one of older checkouts, in turns')
    .addOption(
      new Option('--path <name>', 'what to measure').choices(HOT_PATHS).makeOptionMandatory(),
    )
    .requiredOption('--against <folder...>', 'other checkouts of this repository, set up')
    .option('--pairs <n>', 'how many', whole, 10)
    .option('--seconds <n>', 'of each checkout in each pair', whole, 30)
    .option('--json <file>', 'write the figures there too')
    .action((options: PairsOptions) => runPairs(options))
}
