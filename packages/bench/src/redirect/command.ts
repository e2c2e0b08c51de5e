import type { Command } from 'commander'
import { whole } from '../whole-number.js'
import { runRedirect, type RedirectOptions } from './run-redirect.js'

/** `bench redirect`: the link host against bare servers. */
export function addRedirectCommand(program: Command): void {
  program
    .command('redirect')
    .description(
      'a link that is tapped, with its click on disk, against a server that stores nothing',
    )
    .option('--seconds <n>', 'of each round', whole, 5)
    .option('--rounds <n>', 'rounds of each, in turns', whole, 5)
    .option('--connections <n>', 'kept open by the load', whole, 64)
    .option('--json <file>', 'write the figures there too')
    .action((options: RedirectOptions) => runRedirect(options))
}
