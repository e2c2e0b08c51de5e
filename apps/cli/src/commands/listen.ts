import type { Command } from 'commander'
import { listen, printListenResult, type ListenOptions } from '../listen/listen.js'
import { runCommand } from './run-command.js'

export function addListenCommand(program: Command): void {
  program
    .command('listen')
    .description('receive webhooks on this machine, and verify and print them')
    .option('--project <id or prefix>', 'project of the webhook', 'demo')
    .option('--forward <url>', 'forward each request to this server and return its response')
    .option('--port <number>', 'port of the receiver; 0 means any free port', '0')
    .option(
      '--url <url>',
      'URL at which a worker on another machine reaches the receiver, which then listens on all addresses',
    )
    .option('--events <list>', 'events of the webhook', 'install_attributed')
    .option('--fail [status]', 'return this status (default 500) until f is pressed')
    .option('--keep', 'keep the webhook at the end')
    .option('--json', 'print one line of JSON for each delivery')
    .action((options: ListenOptions) =>
      runCommand(options, (context) => listen(context, options), printListenResult),
    )
}
