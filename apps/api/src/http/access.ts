import type { ActingRole } from '@throughline/contracts/roles'
import type { SdkScope } from '@throughline/contracts/scopes'
import type { OpenSession } from '@throughline/db/accounts/sessions'
import type { ProjectRecord } from '@throughline/db/projects/projects'

/** An SDK scope or `key`, for which the project key suffices, or `management:…`, which needs an admin token or a session. */
export type Access = SdkScope | `management:${string}:${'read' | 'write'}` | 'key'

/**
 * The access of routes without a project. `public` routes also respond only to the panel. `ticket` is a session without
 * the panel's header, which navigations cannot send; the ticket in the path replaces it. `state` is a navigation from
 * the OIDC provider: no session is read, and the state in the query works once, only in the browser that asked for it.
 */
export type AccountAccess = 'public' | 'session' | 'administrator' | 'ticket' | 'state'

export type Actor =
  | { kind: 'admin'; tokenId: number; abilities: readonly string[] }
  | { kind: 'user'; session: OpenSession; role: ActingRole; abilities: readonly string[] }
  | { kind: 'sdk' }

export interface Caller {
  project: ProjectRecord
  actor: Actor
}

export function isManagement(access: Access | AccountAccess): boolean {
  return access.startsWith('management:')
}

const ACCOUNT_ACCESSES: readonly AccountAccess[] = [
  'public',
  'session',
  'administrator',
  'ticket',
  'state',
]

export function isAccountAccess(access: Access | AccountAccess): access is AccountAccess {
  return ACCOUNT_ACCESSES.some((one) => one === access)
}

/** Whether the project key alone is sufficient for the route, from any origin. */
export function isKeyOnly(access: Access | AccountAccess): boolean {
  return !isManagement(access) && !isAccountAccess(access)
}

/** The caller's name in the audit log, idempotency keys and limits. */
export function credentialOf(actor: Actor): string {
  if (actor.kind === 'sdk') return 'sdk'
  return actor.kind === 'user' ? userCredential(actor.session) : `token:${actor.tokenId}`
}

export function userCredential({ userId }: Pick<OpenSession, 'userId'>): string {
  return `user:${userId}`
}

/** The caller's fields of an audit entry. */
export function auditActor(actor: Actor): {
  actor: string
  actorName: string | null
  actorRole: string | null
} {
  const user = actor.kind === 'user' ? actor : null
  return {
    actor: credentialOf(actor),
    actorName: user?.session.name ?? null,
    actorRole: user?.role ?? null,
  }
}

/** The value of `created_by` for a record that the caller creates. */
export function creatorOf({ kind }: Actor): 'admin' | 'sdk' {
  return kind === 'sdk' ? 'sdk' : 'admin'
}
