import { Command } from 'commander'
import { addClicksCommand } from './clicks/command.js'
import { addDeliveriesCommand } from './deliveries/command.js'
import { addMatchingCommand } from './matching/command.js'
import { addPairsCommand } from './pairs/command.js'
import { addRedirectCommand } from './redirect/command.js'

const program = new Command('bench').description('Measures what this code does on this machine')
addDeliveriesCommand(program)
addRedirectCommand(program)
addClicksCommand(program)
addMatchingCommand(program)
addPairsCommand(program)
await program.parseAsync()
// Whatever a failed run left open.
process.exit()
