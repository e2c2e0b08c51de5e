import type { PlayedClick, PlayedEpisode } from '../play/play-episode.js'
import { storeOpenedAt, type PlayedInstall } from '../play/play-install.js'
import { decisionOf, type StoredDecision } from '../play/read-decisions.js'
import { WINDOW_MINUTES, type Install } from '../world/episode.js'
import { truthsOf, type Truth } from '../world/truth.js'
import type { Dump, DumpedClick, DumpedInstall } from './dump.js'
import type { StoredClick } from './read-clicks.js'

export interface Stored {
  clicks: ReadonlyMap<string, StoredClick>
  decisions: ReadonlyMap<string, StoredDecision>
}

/** The clicks and installs of a run, each with what the service stored, in the order of time. */
export function makeDump(
  run: Pick<Dump, 'seed' | 'commit'>,
  played: readonly PlayedEpisode[],
  stored: Stored,
): Dump {
  const clicks = played.flatMap((one, index) => dumpClicks(one, index, stored))
  const installs = played.flatMap((one, index) => dumpInstalls(one, index, stored))
  return { ...run, clicks: clicks.sort(byTime), installs: installs.sort(byTime) }
}

function byTime(a: { atMinutes: number }, b: { atMinutes: number }): number {
  return a.atMinutes - b.atMinutes
}

function dumpClicks(
  { episode, clicks }: PlayedEpisode,
  index: number,
  stored: Stored,
): DumpedClick[] {
  return clicks.map(({ clickId, tap, atMinutes }) => {
    const row = stored.clicks.get(clickId)
    if (row === undefined) throw new Error(`the click ${clickId} is not stored`)
    return {
      ...row,
      episode: index,
      scenario: episode.scenario,
      project: tap.project,
      personId: tap.personId,
      address: tap.address,
      atMinutes: episode.startMinutes + atMinutes,
    }
  })
}

function dumpInstalls(played: PlayedEpisode, index: number, stored: Stored): DumpedInstall[] {
  const { episode, clicks, installs } = played
  const truths = truthsOf(episode)
  const clickOf = new Map(
    clicks.filter(({ isCopy }) => !isCopy).map((click) => [click.tap.id, click]),
  )
  return installs.map((one) => {
    const { install, body } = one
    const tap = 'tapId' in install.carries ? clickOf.get(install.carries.tapId) : undefined
    const openedAt = storeOpenedAt(install, tap?.tap)
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
      ...namedOf(install, tap, stored),
      truth: truthOf(truths.get(install.id), clickOf),
      decision: dumpedDecision(one, stored),
    }
  })
}

function namedOf(
  { carries }: Install,
  click: PlayedClick | undefined,
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
  clickOf: ReadonlyMap<string, PlayedClick>,
): DumpedInstall['truth'] {
  if (truth === undefined) throw new Error('an install without a truth')
  const { tapId, acceptedTapIds, isOrganic, way } = truth
  const idOf = (id: string) => clickOf.get(id)?.clickId ?? ''
  return {
    clickId: tapId === null ? null : idOf(tapId),
    acceptedClickIds: acceptedTapIds.map(idOf),
    isOrganic,
    way,
  }
}

function dumpedDecision(one: PlayedInstall, { decisions }: Stored): DumpedInstall['decision'] {
  const { clickId, matchType, confidence, reason } = decisionOf(one, decisions)
  return { clickId, matchType, confidence, reason }
}
