import type { SdkScope } from '@throughline/contracts/scopes'
import type { ProjectRecord } from '@throughline/db/projects/projects'

/** An SDK scope or `key`, for which the project key suffices, or `management:…`, which needs an admin token. */
export type Access = SdkScope | `management:${string}:${'read' | 'write'}` | 'key'

export type Actor = { kind: 'admin'; tokenId: number } | { kind: 'sdk' }

export interface Caller {
  project: ProjectRecord
  actor: Actor
}
