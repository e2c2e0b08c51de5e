import type { InstallBody } from '@throughline/contracts/attribution'
import { keyedHash } from '@throughline/core/security/keyed-hash'
import type { MatchInput } from '@throughline/core/matching/match-types'
import type { Call } from '../../http/route.js'

export type InstallCall = Call<unknown, unknown, InstallBody>

/** A refusal applies until consent is reported, also to later calls. Otherwise the project's setting decides. */
export function consentOf(
  { project, body }: InstallCall,
  earlier: string | null,
): MatchInput['consent'] {
  if (body.consent === true) return 'given'
  if (body.consent === false || earlier === 'consent_refused') return 'refused'
  return project.consentRequired ? 'missing' : 'given'
}

/** The key of a stored refusal, so that the install id itself is not stored. */
export function installHash(
  { ctx, project }: Pick<InstallCall, 'ctx' | 'project'>,
  installId: string,
): Buffer<ArrayBuffer> {
  return Buffer.from(keyedHash(ctx.keys.addressHash, `install:${project.id}`, installId))
}
