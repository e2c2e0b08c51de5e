import type { Database } from '@throughline/db/connection/database'
import { quantile } from '../../statistics.js'
import { simulateInstall } from '../simulate/simulate-install.js'
import type { MatchingInstallation } from '../simulate/installation.js'
import { matchInProcess, originOf } from './match-in-process.js'
import type { Probe } from './probes.js'

export interface Waits {
  calls: number
  matches: number
  p50Ms: number
  p99Ms: number
}

export interface MatchCosts {
  bare: { quiet: Waits; crowded: Waits }
  /** The whole call, with its claim, attribution and event. */
  http: { quiet: Waits; crowded: Waits }
}

interface Measured {
  isCrowded: boolean
  isMatched: boolean
  bareMs: number
  httpMs: number
}

export async function measureMatches(
  installation: MatchingInstallation,
  { prisma, pool }: Database,
  probes: readonly Probe[],
): Promise<MatchCosts> {
  const projectId = installation.projects.shop.id
  const measured: Measured[] = []
  for (const { worldClick, install, isCrowded } of probes) {
    const origin = await originOf(prisma, { projectId, clickId: worldClick.clickId })
    const startedMs = performance.now()
    await matchInProcess(pool, install, origin)
    const bareMs = performance.now() - startedMs
    const { answers, tookMs } = await simulateInstall(installation, install, new Map())
    measured.push({
      isCrowded,
      isMatched: answers.some(({ matched }) => matched),
      bareMs,
      httpMs: tookMs,
    })
  }
  const waits = (isCrowded: boolean, pick: (one: Measured) => number) =>
    waitsOf(
      measured.filter((one) => one.isCrowded === isCrowded),
      pick,
    )
  return {
    bare: { quiet: waits(false, (one) => one.bareMs), crowded: waits(true, (one) => one.bareMs) },
    http: { quiet: waits(false, (one) => one.httpMs), crowded: waits(true, (one) => one.httpMs) },
  }
}

function waitsOf(measured: readonly Measured[], pick: (one: Measured) => number): Waits {
  const waitsMs = measured.map(pick)
  return {
    calls: measured.length,
    matches: measured.filter(({ isMatched }) => isMatched).length,
    p50Ms: quantile(waitsMs, 0.5),
    p99Ms: quantile(waitsMs, 0.99),
  }
}
