import type { SdkScope } from '@throughline/contracts/scopes'
import type { ProjectRecord } from '@throughline/db/projects/projects'

/**
 * What a route asks of its caller: an SDK scope or `key`, for which the project key alone suffices;
 * `management:…`, an admin token with that ability as well.
 */
export type Access = SdkScope | `management:${string}:${'read' | 'write'}` | 'key'

/** Who calls: an admin token's bearer, or an app by the project's key alone. */
export type Actor = { kind: 'admin'; tokenId: number } | { kind: 'sdk' }

export interface Caller {
  project: ProjectRecord
  actor: Actor
}
