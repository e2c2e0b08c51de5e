import type { EpisodeEvent } from '../episode.js'
import type { Place } from '../place.js'

/** A row of the report. */
export interface Scenario {
  id: string
  title: string
  /** Of all installs of the corpus, in hundredths; the organic rest fills up. */
  share: number
  /** One episode; the order of its events is that of their times. */
  make: (place: Place) => EpisodeEvent[]
}
