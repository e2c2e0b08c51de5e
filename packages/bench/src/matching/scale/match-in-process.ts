import { decideInstall } from '@throughline/core/matching/decide-install'
import { DEFAULT_MIN_CONFIDENCE } from '@throughline/core/matching/match-model'
import type { Decision, MatchSignals } from '@throughline/core/matching/match-types'
import { SHIPPED_MODEL } from '@throughline/core/matching/shipped-model'
import type { Db } from '@throughline/db/connection/database'
import { listCandidates, type InstallOrigin } from '@throughline/db/attribution/match-candidates'
import type { Pool } from 'pg'
import { WINDOW_MINUTES, type Install } from '../world/episode.js'

export async function matchInProcess(
  pool: Pool,
  install: Install,
  origin: InstallOrigin,
): Promise<Decision> {
  const candidates = (await listCandidates({ pool }, [origin])).flat()
  return decideInstall(
    SHIPPED_MODEL,
    {
      now: new Date(),
      platform: install.platform,
      clickToken: { state: 'absent' },
      codeLinkId: null,
      source: null,
      windowMinutes: WINDOW_MINUTES[install.project],
      minConfidence: DEFAULT_MIN_CONFIDENCE,
      consent: 'given',
      referrer: null,
      times: { installedAt: null, beganAt: null, referrerClickAt: null },
      isAddressShared: false,
      isAddressV6: false,
      signals: signalsOf(install),
    },
    candidates,
  )
}

function signalsOf({ device }: Install): MatchSignals {
  return {
    osVersion: device.os_version,
    model: device.model,
    screenWidth: device.screen_width,
    screenHeight: device.screen_height,
    pixelRatio: device.pixel_ratio,
    languages: device.languages,
    timeZone: device.time_zone,
  }
}

export async function originOf(
  db: Db,
  { projectId, clickId }: { projectId: string; clickId: string },
): Promise<InstallOrigin> {
  const visit = await db.visit.findFirstOrThrow({ where: { clickId } })
  return {
    projectId,
    ipHash: visit.ipHash,
    ipPrefixHash: visit.ipPrefixHash,
    windowMinutes: WINDOW_MINUTES.shop,
    wantsParams: false,
    wantsTests: false,
  }
}
