import type { InstallBody } from '@throughline/contracts/attribution'
import { keyedHash } from '@throughline/core/security/keyed-hash'
import type { MatchInput } from '@throughline/core/matching/match-types'
import type { Call } from '../../http/route.js'

export type InstallCall = Call<unknown, unknown, InstallBody>

/**
 * What the user decided. A refusal always binds, also an earlier one, until consent is reported; without any word it
 * depends on whether the project requires consent.
 *
 * @param earlier the reason that is stored of an earlier call, or null
 */
export function consentOf(
  { project, body }: InstallCall,
  earlier: string | null,
): MatchInput['consent'] {
  if (body.consent === true) return 'given'
  if (body.consent === false || earlier === 'consent_refused') return 'refused'
  return project.consentRequired ? 'missing' : 'given'
}

/** Under which a refusal is stored, so that the install id itself is not. */
export function installHash(
  { ctx, project }: Pick<InstallCall, 'ctx' | 'project'>,
  installId: string,
): Buffer<ArrayBuffer> {
  return Buffer.from(keyedHash(ctx.keys.addressHash, `install:${project.id}`, installId))
}
