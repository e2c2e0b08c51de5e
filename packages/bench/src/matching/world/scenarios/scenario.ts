import type { EpisodeEvent } from '../episode.js'
import type { Place } from '../place.js'

/** A row of the report. */
export interface Scenario {
  id: string
  title: string
  /** Of all installs of the corpus, in hundredths; the organic rest fills up. */
  share: number
  /**
   * Of the installs of a plausible market at addresses where somebody clicked, in hundredths: what the row counts in the
   * weighted result. Assumed (docs/adr/0044-tests-matching-on-hard-cases.md).
   */
  marketShare: number
  /** One episode; the order of its events is that of their times. */
  make: (place: Place) => EpisodeEvent[]
}
