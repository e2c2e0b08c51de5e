import { parseFingerprint } from '@throughline/core/matching/fingerprint'
import {
  findPayloadByCode,
  findPayloadByFingerprint,
} from '@throughline/db/attribution/attributions'
import { callerAt } from '../../infra/rate-limiter.js'
import type { Answer, Call } from '../../http/route.js'
import { addressHashes, fingerprintHash } from '../../domain/clicks/address-hash.js'
import { normalFingerprint } from '../../domain/devices/normal-fingerprint.js'

type FingerprintCall = Call<{ fingerprint: string }>

/** Finds the newest attribution of a fingerprint, as the project's settings allow. */
export function findAttributionByFingerprint(call: FingerprintCall): Promise<Answer> {
  return answerPayload(call, () => findByFingerprint(call))
}

export function findAttributionByCode(call: Call<{ code: string }>): Promise<Answer> {
  const { db, project, params } = call
  return answerPayload(call, () =>
    findPayloadByCode(db, { projectId: project.id, code: params.code }),
  )
}

/** Returns the payload, or the miss, which is not a problem document. Misses are rate-limited to prevent guessing. */
async function answerPayload(
  { ctx, project, address }: Pick<Call, 'ctx' | 'project' | 'address'>,
  find: () => Promise<string | null>,
): Promise<Answer> {
  const caller = `${project.id}:${callerAt(address)}`
  await ctx.rateLimiter.check('attribution_misses', caller)
  const payload = await find()
  if (payload !== null) return { status: 200, body: JSON.parse(payload) }
  const { headers, rejection } = await ctx.rateLimiter.count('attribution_misses', caller)
  if (rejection !== null) throw rejection
  return { status: 404, body: { matched: false }, headers }
}

async function findByFingerprint(call: FingerprintCall): Promise<string | null> {
  const { ctx, db, project } = call
  const parts = parseFingerprint(call.params.fingerprint)
  if (project.fingerprintQuery === 'off' || parts === null) return null
  const { address } = parts
  if (address === null) return null
  const query = {
    projectId: project.id,
    fingerprintHash: fingerprintHash(
      ctx.keys,
      project.id,
      normalFingerprint({ ...parts, address }),
    ),
  }
  if (project.fingerprintQuery === 'any') return findPayloadByFingerprint(db, query)
  const { ipHash } = addressHashes(ctx, project.id, call.address)
  return ipHash === null ? null : findPayloadByFingerprint(db, { ...query, ipHash })
}
