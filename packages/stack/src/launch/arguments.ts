import { Command } from 'commander'

export interface StartArguments {
  /** An IPv4 address of this machine, for phones on its network. */
  host?: string
  /** Replaces `{address}.sslip.io` in the names of link hosts. */
  linkHost?: string
  /** Whether an empty installation gets a project of sample data. */
  sample: boolean
}

/** Parses the options. Prints help or an error and ends the process if there is nothing to start. */
export function parseArguments(args: readonly string[]): StartArguments {
  return new Command('npm start --')
    .description('Runs PostgreSQL, the API, the worker and a demo project on this machine.')
    .option(
      '--host <address>',
      'IPv4 address of this machine: phones on its network reach the API and the links',
    )
    .option(
      '--link-host <name>',
      'with --host: link hosts are {prefix}.<name> instead of {prefix}.{address}.sslip.io',
    )
    .option('--no-sample', 'do not create a project of sample data at the first start')
    .helpOption('--help', 'show this text')
    .showHelpAfterError('Put options after "--": npm start -- --host 192.168.1.20')
    .addHelpText('after', MORE)
    .parse(args, { from: 'user' })
    .opts()
}

const MORE = `
Examples:
  npm start
  npm start -- --no-sample
  npm start -- --host 192.168.1.20
  npm start -- --host 192.168.1.20 --link-host dev.example.com
  PORT=4000 WORKER_PORT=4001 THROUGHLINE_HOME=/var/tmp/second npm start

Phones: docs/guides/phone.md. Variables: docs/configuration.md.`
