import { chown, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { issueCertificate, makeCertificateAuthority } from './certificates.js'
import { waitFor } from './wait-for.js'

/**
 * Rejects connections without TLS of members of the role that has the name of the database. The superuser `postgres` is
 * such a member of the database `postgres`, which stays open.
 */
const RULES = ['host postgres postgres all scram-sha-256', 'hostnossl samerole all all reject']

/**
 * Turns on TLS in a running PostgreSQL, with a certificate for `localhost`. Writes the certificate of its authority to
 * `ca.pem` in the folder, and that of another authority to `other-ca.pem`.
 *
 * @param databaseUrl of a superuser
 */
export async function turnOnTls(databaseUrl: string, folder: string): Promise<void> {
  const authority = await makeCertificateAuthority()
  const { certPem, keyPem } = await issueCertificate(authority, { hosts: ['localhost'] })
  await writeFile(join(folder, 'ca.pem'), authority.certPem)
  await writeFile(join(folder, 'other-ca.pem'), (await makeCertificateAuthority()).certPem)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
    const dataDir = rows[0]?.data_directory ?? ''
    const file = join(dataDir, 'pg_hba.conf')
    await writeFile(file, [...RULES, await readFile(file, 'utf8')].join('\n'))
    const { uid, gid } = await stat(dataDir)
    // The default names of the server, which reads a key only if it belongs to its user.
    const files = { 'server.crt': certPem, 'server.key': keyPem }
    for (const [name, pem] of Object.entries(files)) {
      await writeFile(join(dataDir, name), pem, { mode: 0o600 })
      await chown(join(dataDir, name), uid, gid)
    }
    await client.query('ALTER SYSTEM SET ssl = on')
    await client.query('SELECT pg_reload_conf()')
  } finally {
    await client.end()
  }
  await waitFor(() => acceptsTls(databaseUrl), { what: 'PostgreSQL to accept TLS' })
}

async function acceptsTls(databaseUrl: string): Promise<boolean> {
  const client = new Client({
    connectionString: databaseUrl,
    ssl: { rejectUnauthorized: false },
  })
  await client.connect()
  await client.end()
  return true
}
