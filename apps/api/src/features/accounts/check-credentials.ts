import { domainError, type DomainError } from '@throughline/core/lib/errors'
import { keyedHash } from '@throughline/core/security/keyed-hash'
import {
  beginSignInAttempt,
  clearSignInFailures,
  takeBackSignInAttempt,
} from '@throughline/db/accounts/sign-in-failures'
import {
  findUserByEmail,
  lockUser,
  updateUser,
  type UserRecord,
} from '@throughline/db/accounts/users'
import { inTransaction, type Db } from '@throughline/db/connection/database'
import { writeAudit } from '@throughline/db/projects/audit'
import type { AppContext } from '../../context.js'
import { callerAt, RateLimitedError } from '../../infra/rate-limiter.js'
import { failureKey, readBrowser } from './browser-cookie.js'
import { openTotp, stepOfCode } from './totp.js'

type Parts = Pick<AppContext, 'config' | 'database' | 'keyRing' | 'keys' | 'passwords'>

export interface Credentials {
  email: string
  password: string
  /** Null if the caller has already passed it. */
  code: string | null | undefined
  address: string
  /** The browser's cookie. A browser that has signed in before has a separate count of failures. */
  browserCookie: string | null
}

/**
 * Checks password and code, and runs `work` in the transaction that accepts them, with the account locked.
 *
 * @throws DomainError `rate_limited`, `sign_in_failed` or `code_required`
 */
export async function withCredentials<Result>(
  parts: Parts,
  given: Credentials,
  work: (db: Db, user: UserRecord) => Promise<Result>,
): Promise<Result> {
  const { prisma } = parts.database
  const user = await findUserByEmail(prisma, given.email)
  const browser =
    user === null ? null : readBrowser(parts.keys.signIn, user.id, given.browserCookie)
  const key = failureKey(parts.keys.signIn, given.email, browser)
  const seconds = await beginSignInAttempt(prisma, key)
  if (seconds !== null) throw delayed(seconds)
  const isRight = await parts.passwords
    .verify(given.password, user?.passwordHash ?? null)
    .catch(async (error: unknown) => {
      await takeBackSignInAttempt(prisma, key)
      throw error
    })
  if (user === null || !isRight) throw await fail(parts, given, user)
  if (user.totpSealed !== null && (given.code === undefined || given.code === '')) {
    await takeBackSignInAttempt(prisma, key)
    throw codeRequired()
  }
  const result = await inTransaction(parts.database, async (db) => {
    const locked = await lockUser(db, user.id)
    // The account has changed since it was read, so the checked password may be an old one.
    if (locked === null || locked.passwordHash !== user.passwordHash) return null
    if (!(await acceptCode(db, locked, { ...parts, code: given.code }))) return null
    await clearSignInFailures(db, key)
    return { value: await work(db, locked) }
  })
  if (result === null) throw await fail(parts, given, user)
  return result.value
}

/** Accepts a code once. Codes of the same or an earlier time step are then rejected. */
async function acceptCode(
  db: Db,
  user: UserRecord,
  { keyRing, code }: Pick<Parts, 'keyRing'> & Pick<Credentials, 'code'>,
): Promise<boolean> {
  if (user.totpSealed === null || code === null) return true
  const step = stepOfCode(openTotp(keyRing, user.id, user.totpSealed), code ?? '')
  if (step === null || (user.totpLastStep !== null && step <= user.totpLastStep)) return false
  await updateUser(db, user.id, { totpLastStep: step })
  return true
}

async function fail(
  { database, keys }: Parts,
  { address }: Credentials,
  user: UserRecord | null,
): Promise<DomainError> {
  await writeAudit(database.prisma, {
    projectId: null,
    actor: 'anonymous',
    action: 'session.refuse',
    target: user === null ? 'user:unknown' : `user:${user.id}`,
    details: {
      address: keyedHash(keys.signIn, 'address', callerAt(address)).toString('base64url'),
    },
  })
  return domainError(
    'sign_in_failed',
    'The address, the password or the code is wrong. Check them, or ask an administrator for a reset link.',
  )
}

function delayed(seconds: number): DomainError {
  const detail = 'Too many wrong passwords were entered for this account.'
  return new RateLimitedError('sign_in', seconds, { detail })
}

function codeRequired(): DomainError {
  return domainError(
    'code_required',
    'This account has an authenticator app. Send its code in "code" together with the password.',
  )
}
