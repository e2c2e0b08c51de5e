import type { OutgoingHttpHeaders } from 'node:http'
import type { FinishOidcQuery } from '@throughline/contracts/accounts'
import { keyedHash } from '@throughline/core/security/keyed-hash'
import { hashRandomToken } from '@throughline/core/security/random-token'
import { takeOidcState } from '@throughline/db/accounts/oidc-states'
import { endSession, markSignedIn } from '@throughline/db/accounts/sessions'
import { inTransaction } from '@throughline/db/connection/database'
import { isUniqueViolation } from '@throughline/db/connection/errors'
import { writeAudit } from '@throughline/db/projects/audit'
import type { AppContext } from '../../context.js'
import type { Answer, PublicCall } from '../../http/route.js'
import { readOidcCookie, setCookies } from '../../http/session-cookie.js'
import { describeOidcError, type OidcIdentity } from '../../infra/oidc-client.js'
import { callerAt } from '../../infra/rate-limiter.js'
import { checksOf, requireOidc } from './begin-oidc.js'
import { connectIdentity, findAccount, type OidcProblem } from './oidc-account.js'
import { openSession } from './open-session.js'

type FinishCall = PublicCall<FinishOidcQuery>
type Begun = NonNullable<Awaited<ReturnType<typeof takeOidcState>>>
/** The headers that set cookies. */
type Outcome = OutgoingHttpHeaders | OidcProblem

/**
 * Ends a sign-in that the browser began. The answer is a redirect to the panel. A session is opened only if state,
 * verifier and nonce are right and the identity may sign in.
 */
export async function finishOidc(call: FinishCall): Promise<Answer> {
  const { ctx, db, query, headers } = call
  const oidc = requireOidc(ctx)
  const state = query.state ?? ''
  const verifier = readOidcCookie(ctx.config, headers) ?? ''
  const stateHash = hashRandomToken(state)
  const begun = await takeOidcState(db, { stateHash, verifierHash: hashRandomToken(verifier) })
  // The cookie stays: it may belong to another sign-in of this browser.
  if (begun === null) return toPanel(ctx, signInPage('expired', null), {})
  if (query.error !== undefined)
    return refuse(call, begun, query.error === 'access_denied' ? 'denied' : 'failed')
  const identity = await oidc
    .redeem(query, checksOf(ctx, { state, verifier }))
    .catch((error: unknown) => {
      ctx.logger.warn({ reason: describeOidcError(error) }, 'sign-in with OpenID Connect failed')
      return null
    })
  if (identity === null) return refuse(call, begun, 'failed')
  const outcome = await (begun.connects ? connect : enter)(call, begun, identity).catch(
    (error: unknown): Outcome => {
      // Another call has used the identity or created the account in the meantime.
      if (isUniqueViolation(error)) return 'failed'
      throw error
    },
  )
  return typeof outcome === 'string'
    ? refuse(call, begun, outcome)
    : toPanel(ctx, begun.next ?? '/admin/', outcome)
}

function enter({ ctx, headers }: FinishCall, begun: Begun, identity: OidcIdentity) {
  return inTransaction(ctx.database, async (db): Promise<Outcome> => {
    const user = await findAccount(db, identity)
    if (typeof user === 'string') return user
    const { sessionId, userId } = begun
    if (sessionId !== null && userId !== null) await endSession(db, { userId, id: sessionId })
    return openSession(ctx, db, { user, by: 'oidc', headers })
  })
}

function connect({ ctx }: FinishCall, begun: Begun, identity: OidcIdentity) {
  return inTransaction(ctx.database, async (db): Promise<Outcome> => {
    const { sessionId, userId } = begun
    if (sessionId === null || userId === null) return 'expired'
    const problem = await connectIdentity(db, userId, identity)
    if (problem !== null) return problem
    await markSignedIn(db, sessionId)
    return setCookies(ctx.config, { oidc: null })
  })
}

async function refuse(
  { ctx, db, address }: FinishCall,
  begun: Begun,
  problem: OidcProblem,
): Promise<Answer> {
  const { keys, config } = ctx
  const caller = keyedHash(keys.signIn, 'address', callerAt(address)).toString('base64url')
  await writeAudit(db, {
    projectId: null,
    actor: 'anonymous',
    action: 'session.refuse',
    target: begun.userId === null ? 'user:unknown' : `user:${begun.userId}`,
    details: { by: 'oidc', reason: problem, address: caller },
  })
  const page = begun.connects
    ? withProblem(begun.next ?? '/admin/', problem)
    : signInPage(problem, begun.next)
  return toPanel(ctx, page, setCookies(config, { oidc: null }))
}

function signInPage(problem: OidcProblem, next: string | null): string {
  const page = withProblem('/admin/sign-in', problem)
  return next === null ? page : `${page}&next=${encodeURIComponent(next)}`
}

/** The page has the text of the problem. */
function withProblem(path: string, problem: OidcProblem): string {
  return `${path}${path.includes('?') ? '&' : '?'}problem=${problem}`
}

function toPanel(
  { config }: Pick<AppContext, 'config'>,
  path: string,
  headers: OutgoingHttpHeaders,
): Answer {
  return {
    status: 303,
    headers: { ...headers, Location: `${config.publicUrl}${path}` },
    contentType: 'text/plain',
    body: '',
  }
}
