/** Starts PostgreSQL on the folder in its arguments, prints its address, and runs until it is killed. */
import { startPostgres } from '../src/postgres.js'

const [dataDir] = process.argv.slice(2)
if (dataDir === undefined) throw new Error('usage: postgres-owner DATA_DIR')
const { pid, port } = await startPostgres({ dataDir, isScratch: true })
process.stdout.write(`${JSON.stringify({ pid, port })}\n`)
setInterval(() => undefined, 60_000)
