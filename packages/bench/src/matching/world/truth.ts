import {
  installsOf,
  worldClicksOf,
  WINDOW_MINUTES,
  type Carried,
  type Episode,
  type Install,
  type WorldClick,
} from './episode.js'

/** What decides an install: a genuine token, a link's code without one, or only signals. */
export type Way = 'token' | 'code' | 'signals'

export interface Truth {
  /** The click that a correct decision finds, or null. */
  worldClickId: string | null
  /** Equally correct clicks: others of this person on the same link, for example in another browser. */
  acceptedWorldClickIds: readonly string[]
  /** This person has no click in this project, before or after. */
  isOrganic: boolean
  way: Way
}

/** Signals, codes and the clipboard do not match an app that was installed this long before the click. */
const INSTALLED_BEFORE_MINUTES = 24 * 60

export function truthsOf(episode: Pick<Episode, 'events'>): Map<string, Truth> {
  const worldClicks = worldClicksOf(episode).filter(({ isEmbedded }) => !isEmbedded)
  const truths = new Map<string, Truth>()
  const taken = new Set<string>()
  for (const install of installsOf(episode)) {
    const [worldClick, ...older] = ownClicks(worldClicks, install)
    const isFree = worldClick !== undefined && !taken.has(worldClick.id)
    if (isFree) consume(taken, worldClicks, worldClick)
    truths.set(install.id, {
      worldClickId: isFree ? worldClick.id : null,
      acceptedWorldClickIds: isFree ? acceptedBeside(worldClick, older) : [],
      isOrganic: !worldClicks.some((one) => isOf(one, install)),
      way: wayOf(install.carries),
    })
  }
  return truths
}

function wayOf(carries: Carried): Way {
  if (carries.kind === 'referrer' || carries.kind === 'clipboard') return 'token'
  const isCode = carries.kind === 'code' || (carries.kind === 'forged_token' && carries.hasCode)
  return isCode ? 'code' : 'signals'
}

/** The token's click, else the person's clicks in the window, newest first; empty if no match is allowed. */
function ownClicks(worldClicks: readonly WorldClick[], install: Install): WorldClick[] {
  const { carries } = install
  if (install.consent === false) return []
  const way = wayOf(carries)
  const named =
    'worldClickId' in carries
      ? worldClicks.find(({ id }) => id === carries.worldClickId)
      : undefined
  if (way === 'token') return named === undefined ? [] : [named]
  return worldClicks
    .filter((worldClick) => isOf(worldClick, install) && isInWindow(worldClick, install))
    .filter((worldClick) => way === 'signals' || worldClick.link === named?.link)
    .filter(({ atMinutes }) => install.beganAtMinutes >= atMinutes - INSTALLED_BEFORE_MINUTES)
    .toSorted((a, b) => b.atMinutes - a.atMinutes)
}

function isInWindow(worldClick: WorldClick, install: Install): boolean {
  const ageMinutes = install.atMinutes - worldClick.atMinutes
  return ageMinutes >= 0 && ageMinutes <= WINDOW_MINUTES[install.project]
}

/** Excludes older clicks of the same browser: they are superseded by the newer one, so matching one is wrong. */
function acceptedBeside(worldClick: WorldClick, older: readonly WorldClick[]): string[] {
  return older
    .filter(({ link, visitorId }) => link === worldClick.link && visitorId !== worldClick.visitorId)
    .map(({ id }) => id)
}

/** A claim also consumes the person's earlier clicks: the last click wins. */
function consume(taken: Set<string>, worldClicks: readonly WorldClick[], chosen: WorldClick): void {
  for (const worldClick of worldClicks)
    if (isOf(worldClick, chosen) && worldClick.atMinutes <= chosen.atMinutes)
      taken.add(worldClick.id)
}

function isOf(worldClick: WorldClick, other: Pick<Install, 'personId' | 'project'>): boolean {
  return worldClick.personId === other.personId && worldClick.project === other.project
}
