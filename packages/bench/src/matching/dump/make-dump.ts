import type { RecordedClick, SimulatedEpisode } from '../simulate/simulate-episode.js'
import { storeOpenedAt, type SimulatedInstall } from '../simulate/simulate-install.js'
import { decisionOf, type StoredDecision } from '../simulate/read-decisions.js'
import { WINDOW_MINUTES, type Install } from '../world/episode.js'
import { truthsOf, type Truth } from '../world/truth.js'
import type { Dump, DumpedClick, DumpedInstall } from './dump.js'
import type { StoredClick } from './read-clicks.js'

export interface Stored {
  clicks: ReadonlyMap<string, StoredClick>
  decisions: ReadonlyMap<string, StoredDecision>
}

export function makeDump(
  run: Pick<Dump, 'seed' | 'commit'>,
  simulated: readonly SimulatedEpisode[],
  stored: Stored,
): Dump {
  const clicks = simulated.flatMap((one, index) => dumpClicks(one, index, stored))
  const installs = simulated.flatMap((one, index) => dumpInstalls(one, index, stored))
  return { ...run, clicks: clicks.sort(byTime), installs: installs.sort(byTime) }
}

function byTime(a: { atMinutes: number }, b: { atMinutes: number }): number {
  return a.atMinutes - b.atMinutes
}

function dumpClicks(
  { episode, clicks }: SimulatedEpisode,
  index: number,
  stored: Stored,
): DumpedClick[] {
  return clicks.map(({ clickId, worldClick, atMinutes }) => {
    const row = stored.clicks.get(clickId)
    if (row === undefined) throw new Error(`the click ${clickId} is not stored`)
    return {
      ...row,
      episode: index,
      scenario: episode.scenario,
      project: worldClick.project,
      personId: worldClick.personId,
      address: worldClick.address,
      atMinutes: episode.startMinutes + atMinutes,
    }
  })
}

function dumpInstalls(simulated: SimulatedEpisode, index: number, stored: Stored): DumpedInstall[] {
  const { episode, clicks, installs } = simulated
  const truths = truthsOf(episode)
  const clickOf = new Map(
    clicks.filter(({ isCopy }) => !isCopy).map((click) => [click.worldClick.id, click]),
  )
  return installs.map((one) => {
    const { install, body } = one
    const worldClick =
      'worldClickId' in install.carries ? clickOf.get(install.carries.worldClickId) : undefined
    const openedAt = storeOpenedAt(install, worldClick?.worldClick)
    return {
      installId: install.id,
      episode: index,
      scenario: episode.scenario,
      project: install.project,
      windowMinutes: WINDOW_MINUTES[install.project],
      personId: install.personId,
      platform: install.platform,
      address: install.address,
      atMinutes: episode.startMinutes + install.atMinutes,
      beganAtMinutes: episode.startMinutes + install.beganAtMinutes,
      referrerClickAtMinutes: openedAt === null ? null : episode.startMinutes + openedAt,
      body,
      ...namedOf(install, worldClick, stored),
      truth: truthOf(truths.get(install.id), clickOf),
      decision: dumpedDecision(one, stored),
    }
  })
}

function namedOf(
  { carries }: Install,
  click: RecordedClick | undefined,
  stored: Stored,
): Pick<DumpedInstall, 'token' | 'codeLinkId'> {
  if (click === undefined) return { token: { state: 'absent' }, codeLinkId: null }
  const { clickId } = click
  const linkId = stored.clicks.get(clickId)?.linkId ?? null
  if (carries.kind === 'code') return { token: { state: 'absent' }, codeLinkId: linkId }
  if (carries.kind === 'forged_token')
    return { token: { state: 'invalid' }, codeLinkId: carries.hasCode ? linkId : null }
  return { token: { state: 'valid', clickId }, codeLinkId: null }
}

function truthOf(
  truth: Truth | undefined,
  clickOf: ReadonlyMap<string, RecordedClick>,
): DumpedInstall['truth'] {
  if (truth === undefined) throw new Error('the install has no known truth')
  const { worldClickId, acceptedWorldClickIds, isOrganic, way } = truth
  const idOf = (id: string) => clickOf.get(id)?.clickId ?? ''
  return {
    clickId: worldClickId === null ? null : idOf(worldClickId),
    acceptedClickIds: acceptedWorldClickIds.map(idOf),
    isOrganic,
    way,
  }
}

function dumpedDecision(one: SimulatedInstall, { decisions }: Stored): DumpedInstall['decision'] {
  const { clickId, matchType, confidence, reason } = decisionOf(one, decisions)
  return { clickId, matchType, confidence, reason }
}
