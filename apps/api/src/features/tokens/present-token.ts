import type { TokenWire } from '@throughline/contracts/tokens'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import type { AdminTokenRecord } from '@throughline/db/projects/admin-tokens'

/** A token without its secret, of which only a hash is stored. */
export function presentToken(token: AdminTokenRecord): TokenWire {
  return {
    id: token.id,
    name: token.name,
    abilities: token.abilities,
    parent_id: token.parentId,
    expires_at: token.expiresAt === null ? null : formatTimestamp(token.expiresAt),
    last_used_at: token.lastUsedAt === null ? null : formatTimestamp(token.lastUsedAt),
    created_at: formatTimestamp(token.createdAt),
  }
}
