import { keyedHash, saltedHash } from '@throughline/core/security/keyed-hash'
import { labelsOf, shadowVerdict, type Observation } from '@throughline/core/matching/label-install'
import type { ClickCandidate, MatchInput } from '@throughline/core/matching/match-types'
import { hasBucket, otherBucketOf } from '@throughline/core/matching/weigh-click'
import { matchAddress } from '@throughline/core/net/network-address'
import { writeLabel, type LabelObservation } from '@throughline/db/attribution/write-label'
import type { Database } from '@throughline/db/connection/database'
import type { InstallOrigin } from '@throughline/db/attribution/match-candidates'
import { hasVisit } from '@throughline/db/clicks/visits'
import type { Logger } from '@throughline/runtime/logger'
import type { DailySalts } from '../clicks/daily-salts.js'
import type { InstallStore } from './install-store.js'
import type { CurrentModel } from './match-model.js'
import { createPacedQueue, type PacedQueue } from './paced-queue.js'

export interface TokenInstall {
  input: MatchInput
  claimed: ClickCandidate
  origin: InstallOrigin
  address: string
}

type Shadow = {
  database: Pick<Database, 'prisma'>
  installs: InstallStore
  matchModel: CurrentModel
  dailySalts: DailySalts
  keys: { addressHash: Buffer }
}

/** Limits a process to ten per second, which is enough to learn from and few compared with the decided installs. */
const EVERY_MS = 100
/** Further installs are dropped, because a sample is enough. */
const MAX_WAITING = 20

export function openShadowScorer(ctx: Shadow & { logger: Logger }): PacedQueue<TokenInstall> {
  return createPacedQueue({
    run: (install) => scoreInShadow(ctx, install),
    everyMs: EVERY_MS,
    maxWaiting: MAX_WAITING,
    onError: (error) => ctx.logger.warn({ err: error }, 'shadow scoring of an install failed'),
  })
}

/** Scores an install as if it had no token. Skips claimed clicks without a device report, which signals cannot find. */
async function scoreInShadow(ctx: Shadow, install: TokenInstall): Promise<void> {
  const { input, claimed, origin } = install
  const { projectId } = origin
  const now = new Date()
  const salt = ctx.dailySalts.of(now)
  const address = matchAddress(install.address)
  if (salt === null || address === null) return
  const candidates = await ctx.installs.candidates(origin)
  const isReported =
    candidates.some(({ clickId }) => clickId === claimed.clickId) ||
    (await hasVisit(ctx.database.prisma, { projectId, clickId: claimed.clickId }))
  if (!isReported) return
  const model = ctx.matchModel.current()
  const hash = (text: string) =>
    saltedHash(salt, keyedHash(ctx.keys.addressHash, 'match-label', text).toString('hex'))
  const { platform } = input
  const toStored = (observation: Observation): LabelObservation => {
    const { signal, relation, bucket } = observation
    const isNamed =
      signal === 'age' ||
      relation === 'same' ||
      hasBucket(model.signals[platform][signal].different, bucket)
    const valueHash = hash(`value ${platform} ${signal} ${bucket}`)
    return {
      ...observation,
      rare: isNamed ? null : { valueHash, otherBucket: otherBucketOf(bucket) },
    }
  }
  const label = { input, claimed, candidates }
  await writeLabel(ctx.database, {
    projectId,
    platform,
    day: now.toISOString().slice(0, 10),
    addressHash: hash(`address ${address}`),
    labelHash: hash('label'),
    verdict: shadowVerdict(model, label),
    observations: labelsOf(model, label).map(toStored),
  })
}
