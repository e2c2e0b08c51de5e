import type { IncomingMessage } from 'node:http'
import { createBatcher, type Batcher } from '@throughline/db/batcher'
import { insertClicks, type NewClick } from '@throughline/db/clicks'
import type { ProjectRecord } from '@throughline/db/projects'
import type { AppContext } from '../context.js'
import { createLookups, type Lookups } from './lookups.js'

/** All that the link host's operations need. */
export interface LinkHost {
  ctx: AppContext
  lookups: Lookups
  /** Resolves once the click is durable; many clicks share a commit. */
  clicks: Batcher<NewClick, boolean>
}

/** One request to a project's link host. */
export interface LinkHostCall {
  request: IncomingMessage
  project: ProjectRecord
  /** As sent, without its `?`. */
  rawQuery: string
  /** Of the visitor; empty when the connection has none. */
  address: string
}

export function createLinkHost(ctx: AppContext): LinkHost {
  return {
    ctx,
    lookups: createLookups(ctx.database),
    clicks: createBatcher({ run: (clicks) => insertClicks(ctx.database.pool, clicks) }),
  }
}
