import type { EpisodeEvent } from '../episode.js'
import type { Place } from '../place.js'

export interface Scenario {
  id: string
  title: string
  /** Share of the corpus's installs, in percent. Organic installs are the rest. */
  share: number
  /** Share of the installs of a plausible market, in percent (docs/adr/0044-tests-matching-on-hard-cases.md). */
  marketShare: number
  make: (place: Place) => EpisodeEvent[]
}
