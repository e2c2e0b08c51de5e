import type { EpisodeEvent } from '../episode.js'
import type { Place } from '../place.js'

export interface Scenario {
  id: string
  title: string
  /** Of all installs of the corpus, in hundredths; the organic rest fills up. */
  share: number
  /** Of the installs of a plausible market, in hundredths (docs/adr/0044-tests-matching-on-hard-cases.md). */
  marketShare: number
  make: (place: Place) => EpisodeEvent[]
}
