import { Option, type Command } from 'commander'
import { whole, wholeList } from '../whole-number.js'
import { PARTS, runDeliveries, type DeliveriesOptions } from './run-deliveries.js'

/** `bench deliveries`: from accepted to delivered and recorded. */
export function addDeliveriesCommand(program: Command): void {
  program
    .command('deliveries')
    .description('accepted → delivered and recorded, against the bare queue and HTTP client')
    .addOption(
      new Option('--backend <name>', 'where the queue is kept')
        .choices(['redis', 'postgresql'])
        .default('redis'),
    )
    .addOption(new Option('--part <name...>', 'what to measure').choices(PARTS).default([...PARTS]))
    .option('--concurrency <list>', 'DELIVERY_CONCURRENCY, one or several', wholeList, [50, 200])
    .option('--count <n>', 'deliveries in a round', whole, 10_000)
    .option('--rounds <n>', 'rounds of each, in turns', whole, 5)
    .option('--backlog <n>', 'rows that wait in the backlog part', whole, 1_000_000)
    .option('--json <file>', 'write the figures there too')
    .option('--profile <folder>', "write the worker's CPU profile there")
    .action((options: DeliveriesOptions) => runDeliveries(options))
}
