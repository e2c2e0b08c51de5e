import { installsOf, tapsOf, type Episode, type Install, type Tap } from './episode.js'

/** What is known of an install because its person is. */
export interface Truth {
  /** The tap whose click is to be found, or null where none is. */
  tapId: string | null
  /** No tap of this person in this project, before or after. */
  isOrganic: boolean
  /** Whether a token or a link names the click. */
  isDeterministic: boolean
}

/** The window of the corpus's projects, which is the service's own default. */
export const WINDOW_MINUTES = 120

/** The truth of each install of an episode, by its id. */
export function truthsOf(episode: Pick<Episode, 'events'>): Map<string, Truth> {
  const taps = tapsOf(episode)
  const truths = new Map<string, Truth>()
  const taken = new Set<string>()
  for (const install of installsOf(episode)) {
    const tap = expectedTap(taps, install)
    const isFree = tap !== undefined && !taken.has(tap.id)
    if (isFree) consume(taken, taps, tap)
    truths.set(install.id, {
      tapId: isFree ? tap.id : null,
      isOrganic: !taps.some((one) => isOf(one, install)),
      isDeterministic: install.carries.kind === 'referrer' || install.carries.kind === 'clipboard',
    })
  }
  return truths
}

/** The one that a token names, else the person's newest in the window. */
function expectedTap(taps: readonly Tap[], install: Install): Tap | undefined {
  const { carries } = install
  if ('tapId' in carries) return taps.find(({ id }) => id === carries.tapId)
  return taps
    .filter((tap) => isOf(tap, install))
    .filter(({ atMinutes }) => {
      const ageMinutes = install.atMinutes - atMinutes
      return ageMinutes >= 0 && ageMinutes <= WINDOW_MINUTES
    })
    .toSorted((a, b) => b.atMinutes - a.atMinutes)[0]
}

/** One claim takes the earlier ones of the same person with it: last click wins. */
function consume(taken: Set<string>, taps: readonly Tap[], chosen: Tap): void {
  for (const tap of taps)
    if (isOf(tap, chosen) && tap.atMinutes <= chosen.atMinutes) taken.add(tap.id)
}

function isOf(tap: Tap, other: Pick<Install, 'personId' | 'project'>): boolean {
  return tap.personId === other.personId && tap.project === other.project
}
