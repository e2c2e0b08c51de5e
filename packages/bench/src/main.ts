import { Command } from 'commander'
import { addDeliveriesCommand } from './deliveries/command.js'

const program = new Command('bench').description('Measures what this code does on this machine')
addDeliveriesCommand(program)
await program.parseAsync()
// Whatever a failed run left open.
process.exit()
