import type { CommandContext } from './run-command.js'

/** What goes wrong where it is off, and who turns it on. */
const ADVICE: Readonly<Record<string, string>> = {
  fsync: 'a crash may destroy the database; set it on in postgresql.conf',
  full_page_writes: 'a crash may leave torn pages; set it on in postgresql.conf',
  synchronous_commit:
    'a crash may lose what was committed; set it on for the server, the database and the role',
}

/**
 * Whether PostgreSQL keeps what it has committed. Of `synchronous_commit`, what a connection begins with: this one may have
 * set it on for itself.
 *
 * @throws with what is off, and what to do
 */
export async function checkDurability({
  database,
}: Pick<CommandContext, 'database'>): Promise<string> {
  const rows = await database.prisma.$queryRaw<{ name: string }[]>`
    SELECT name FROM pg_settings
     WHERE name = ANY (${Object.keys(ADVICE)}::text[]) AND reset_val = 'off' ORDER BY name`
  if (rows.length === 0) return 'commits are kept'
  throw new Error(rows.map(({ name }) => `${name} is off: ${ADVICE[name] ?? ''}`).join('; '))
}
