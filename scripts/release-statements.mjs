// `node scripts/release-statements.mjs LOGS DATABASE_URL > prisma/releases/VERSION.statements.sql`: each kind of statement
// that PostgreSQL logged in the folder LOGS, once (prisma/releases/README.md). Leaves out what the database, which must
// have the schema of the release, cannot prepare: statements of tests and of other schemas.
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'

const [logs, databaseUrl] = process.argv.slice(2)
if (!logs || !databaseUrl) {
  process.stderr.write('Usage: node scripts/release-statements.mjs LOGS DATABASE_URL\n')
  process.exit(64)
}

/** By the text without numbers of parameters, so that a list of values counts once. */
const statements = new Map()
for (const name of await readdir(logs)) {
  if (!name.endsWith('.json')) continue
  const lines = createInterface({ input: createReadStream(join(logs, name)) })
  for await (const line of lines) collect(line)
}

const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()
for (const text of [...statements.values()].toSorted()) {
  const isValid = await client.query(`PREPARE one AS ${text}`).then(
    () => true,
    () => false,
  )
  if (!isValid) continue
  await client.query('DEALLOCATE one')
  process.stdout.write(`${text};\n\n`)
}
await client.end()

function collect(line) {
  const { message = '' } = JSON.parse(line)
  // "execute name: text", or "statement: text" without parameters.
  const text = /^(?:execute [^:]*|statement): ([^]*)$/.exec(message)?.[1]?.trim()
  if (!/^(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.test(text ?? '')) return
  const key = text
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/\$(, ?\$)+/g, '$')
    .replaceAll(/\(\$\)(, ?\(\$\))+/g, '($)')
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/\b\d+\b/g, '0')
    .replaceAll(/\s+/g, ' ')
  const known = statements.get(key)
  if (known === undefined || text.length < known.length) statements.set(key, text)
}
