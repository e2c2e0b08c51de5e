import {
  installsOf,
  tapsOf,
  WINDOW_MINUTES,
  type Carried,
  type Episode,
  type Install,
  type Tap,
} from './episode.js'

/** By what an install can be decided: a genuine token, a link's code without one, or signals alone. */
export type Way = 'token' | 'code' | 'signals'

/** What is known of an install because its person is. */
export interface Truth {
  /** The tap whose click is to be found, or null where none is. */
  tapId: string | null
  /** Taps whose click is as good: other ones of this person on the same link, as by another browser. */
  acceptedTapIds: readonly string[]
  /** No tap of this person in this project, before or after. */
  isOrganic: boolean
  way: Way
}

/** Signals, codes and the clipboard give no click to an app that was installed so long before it. */
const INSTALLED_BEFORE_MINUTES = 24 * 60

/** The truth of each install of an episode, by its id. */
export function truthsOf(episode: Pick<Episode, 'events'>): Map<string, Truth> {
  const taps = tapsOf(episode).filter(({ isEmbedded }) => !isEmbedded)
  const truths = new Map<string, Truth>()
  const taken = new Set<string>()
  for (const install of installsOf(episode)) {
    const [tap, ...older] = ownTaps(taps, install)
    const isFree = tap !== undefined && !taken.has(tap.id)
    if (isFree) consume(taken, taps, tap)
    truths.set(install.id, {
      tapId: isFree ? tap.id : null,
      acceptedTapIds: isFree ? acceptedBeside(tap, older) : [],
      isOrganic: !taps.some((one) => isOf(one, install)),
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

/** The one that a token names, else the person's own in the window, the newest first; none where none may be given. */
function ownTaps(taps: readonly Tap[], install: Install): Tap[] {
  const { carries } = install
  if (install.consent === false) return []
  const way = wayOf(carries)
  const named = 'tapId' in carries ? taps.find(({ id }) => id === carries.tapId) : undefined
  if (way === 'token') return named === undefined ? [] : [named]
  return taps
    .filter((tap) => isOf(tap, install) && isInWindow(tap, install))
    .filter((tap) => way === 'signals' || tap.link === named?.link)
    .filter(({ atMinutes }) => install.beganAtMinutes >= atMinutes - INSTALLED_BEFORE_MINUTES)
    .toSorted((a, b) => b.atMinutes - a.atMinutes)
}

/** Whether a click may still be found when the install is decided. */
function isInWindow(tap: Tap, install: Install): boolean {
  const ageMinutes = install.atMinutes - tap.atMinutes
  return ageMinutes >= 0 && ageMinutes <= WINDOW_MINUTES[install.project]
}

/** The same browser's older click is taken with the newer one, so that to give it alone would be wrong. */
function acceptedBeside(tap: Tap, older: readonly Tap[]): string[] {
  return older
    .filter(({ link, visitorId }) => link === tap.link && visitorId !== tap.visitorId)
    .map(({ id }) => id)
}

/** One claim takes the earlier ones of the same person with it: last click wins. */
function consume(taken: Set<string>, taps: readonly Tap[], chosen: Tap): void {
  for (const tap of taps)
    if (isOf(tap, chosen) && tap.atMinutes <= chosen.atMinutes) taken.add(tap.id)
}

function isOf(tap: Tap, other: Pick<Install, 'personId' | 'project'>): boolean {
  return tap.personId === other.personId && tap.project === other.project
}
