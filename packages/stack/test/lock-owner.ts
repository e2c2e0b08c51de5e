/** Takes the lock of the folder in its arguments, reports it, and runs until it is killed. */
import { lockHome } from '../src/home-lock.js'

const [home] = process.argv.slice(2)
if (home === undefined) throw new Error('usage: lock-owner HOME')
await lockHome(home)
process.stdout.write('locked\n')
setInterval(() => undefined, 60_000)
