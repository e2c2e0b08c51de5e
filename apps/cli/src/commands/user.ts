import type { Command } from 'commander'
import { email as emailSchema } from '@throughline/contracts/accounts'
import { parseIntegerId } from '@throughline/core/lib/ids'
import { oneTimeLinkUrl } from '@throughline/core/security/random-token'
import { createOneTimeLink } from '@throughline/db/accounts/one-time-links'
import { removeUser } from '@throughline/db/accounts/remove-user'
import { createStartLink } from '@throughline/db/accounts/start-link'
import {
  findUser,
  findUserByEmail,
  insertUser,
  listUsers,
  type UserRecord,
} from '@throughline/db/accounts/users'
import { inTransaction, type Db } from '@throughline/db/connection/database'
import { writeAudit, type AuditNote } from '@throughline/db/projects/audit'
import { confirm } from '../confirm.js'
import { printTable } from '../output.js'
import { JSON_OPTION, runCommand, type CommandContext } from './run-command.js'

const WHO = ['<user>', 'id or e-mail address'] as const

interface CreateOptions {
  email: string
  name: string
  admin?: boolean
  json?: boolean
}

interface RemoveOptions {
  yes?: boolean
  json?: boolean
}

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('manage users of the admin panel')
  user
    .command('create')
    .description('create a user and print a link to set the password, valid for an hour')
    .requiredOption('--email <address>', 'address to sign in with')
    .requiredOption('--name <name>', 'name of the user')
    .option('--admin', 'make the user an administrator of the installation')
    .option(...JSON_OPTION)
    .action((options: CreateOptions) => runCommand(options, (context) => create(context, options)))
  user
    .command('list')
    .description('list all users, newest first')
    .option(...JSON_OPTION)
    .action((options: { json?: boolean }) => runCommand(options, list, printUsers))
  user
    .command('reset')
    .description('print a link to set a new password, valid for an hour')
    .argument(...WHO)
    .option('--totp', 'when the link is used, also turn off the authenticator app')
    .option(...JSON_OPTION)
    .action((who: string, options: { totp?: boolean; json?: boolean }) =>
      runCommand(options, (context) => reset(context, who, options.totp === true)),
    )
  user
    .command('start-link')
    .description(
      'print a link that signs in as the first administrator, valid for 15 minutes; not in production',
    )
    .option(...JSON_OPTION)
    .action((options: { json?: boolean }) => runCommand(options, startLink))
  user
    .command('remove')
    .description('remove a user with all sessions and roles; admin tokens stay')
    .argument(...WHO)
    .option('--yes', 'do not ask for confirmation')
    .option(...JSON_OPTION)
    .action((who: string, options: RemoveOptions) =>
      runCommand(options, (context) => remove(context, who, options)),
    )
}

async function create(context: CommandContext, { email: text, name, admin }: CreateOptions) {
  const email = emailSchema.safeParse(text)
  if (!email.success) throw new Error(`--email ${text}: must be an address such as ada@example.com`)
  if (name.trim() === '') throw new Error('--name: Enter a name for the user.')
  return inTransaction(context.database, async (db) => {
    if ((await findUserByEmail(db, email.data)) !== null)
      throw new Error(
        `${email.data} already has an account. Create a link for it: user reset ${email.data}`,
      )
    const user = await insertUser(db, { email: email.data, name, isAdmin: admin === true })
    const details = { email: user.email, admin: user.isAdmin }
    await audit(db, 'user.create', { id: user.id, details })
    const link = await resetLink(context, db, { userId: user.id, clearsTotp: false })
    return { id: user.id, email: user.email, is_admin: user.isAdmin, ...link }
  })
}

/** Enough for a terminal; the panel has pages. */
const MAX_LISTED = 10_000

async function list({ database }: CommandContext) {
  const users = await listUsers(database.prisma, { beforeId: null, limit: MAX_LISTED })
  return {
    data: users.map((user) => ({
      id: user.id,
      email: user.email,
      name: user.name,
      is_admin: user.isAdmin,
      has_password: user.passwordHash !== null,
      has_totp: user.totpSealed !== null,
      has_oidc: user.oidcSubject !== null,
      created_at: user.createdAt,
    })),
  }
}

function printUsers({ data }: Awaited<ReturnType<typeof list>>, isJson: boolean): void {
  if (isJson) console.log(JSON.stringify({ data }))
  else
    printTable(data, {
      ID: ({ id }) => id,
      EMAIL: ({ email }) => email,
      NAME: ({ name }) => name,
      ADMIN: (row) => row.is_admin,
      PASSWORD: (row) => row.has_password,
      CODES: (row) => row.has_totp,
      OIDC: (row) => row.has_oidc,
      CREATED: (row) => row.created_at,
    })
}

async function reset(context: CommandContext, who: string, clearsTotp: boolean) {
  return inTransaction(context.database, async (db) => {
    const { id, email } = await requireUser(db, who)
    await audit(db, 'user.reset', { id, details: { totp: clearsTotp } })
    return { id, email, ...(await resetLink(context, db, { userId: id, clearsTotp })) }
  })
}

async function startLink({ config, database }: CommandContext) {
  if (config.isProduction)
    throw new Error(
      'Start links do not exist in production. Create an administrator (user create --admin) or reset a password (user reset).',
    )
  return inTransaction(database, async (db) => {
    const { record, token } = await createStartLink(db)
    await audit(db, 'user.start_link', { id: record.userId ?? 0, details: {} })
    return { url: oneTimeLinkUrl(config.publicUrl, 'start', token), expires_at: record.expiresAt }
  })
}

async function remove({ database }: CommandContext, who: string, options: RemoveOptions) {
  const { id, email, name } = await requireUser(database.prisma, who)
  await confirm(`Remove ${email} (${name}) with all sessions and roles?`, options)
  return inTransaction(database, async (db) => {
    const removed = await removeUser(db, id)
    if (removed.kind === 'missing') throw noUser(who)
    if (removed.kind === 'last_administrator')
      throw new Error(`${email} is the only administrator. Create another: user create --admin`)
    if (removed.kind === 'last_owner')
      throw new Error(
        `${email} is the only owner of ${removed.prefixes.join(', ')}. Make another member an owner first.`,
      )
    await audit(db, 'user.delete', { id, details: { email, name } })
    return { id, email, deleted: true }
  })
}

async function resetLink(
  { config }: CommandContext,
  db: Db,
  { userId, clearsTotp }: { userId: number; clearsTotp: boolean },
): Promise<{ url: string; expires_at: Date }> {
  const { record, token } = await createOneTimeLink(
    db,
    { kind: 'reset', userId, clearsTotp },
    'cli',
  )
  return {
    url: oneTimeLinkUrl(config.publicUrl, 'reset', token),
    expires_at: record.expiresAt,
  }
}

async function requireUser(db: Db, who: string): Promise<UserRecord> {
  const id = parseIntegerId(who)
  const found =
    id === null ? await findUserByEmail(db, who.trim().toLowerCase()) : await findUser(db, id)
  if (found === null) throw noUser(who)
  return found
}

function noUser(who: string): Error {
  return new Error(`No user ${who} exists. "user list" shows all users.`)
}

function audit(
  db: Db,
  action: string,
  { id, details }: { id: number; details: NonNullable<AuditNote['details']> },
): Promise<void> {
  const note = { projectId: null, actor: 'cli', action, target: `user:${id}`, details }
  return writeAudit(db, note)
}
