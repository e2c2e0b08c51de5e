import type { Command } from 'commander'
import { whole, wholeList } from '../whole-number.js'
import { runClicks, type ClicksOptions } from './run-clicks.js'

/** `bench clicks`: what a click costs as their table grows. */
export function addClicksCommand(program: Command): void {
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
    .option('--json <file>', 'write the figures there too')
    .action((options: ClicksOptions) => runClicks(options))
}
