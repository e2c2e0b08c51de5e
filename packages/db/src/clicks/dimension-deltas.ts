import { formatProfile } from '@throughline/core/links/click-profile'
import { plainArray, textArray } from '../batch/array-literal.js'
import type { NewClick } from './click-rows.js'

/** The first statement part, before a query of clicks. */
export const INSERT_DIMENSION_DELTA =
  'INSERT INTO dimension_deltas (link_ids, campaign_ids, quarters, profile_places, profiles)'

/** Returns the position of each click's profile, from 1, and the distinct profiles. */
export function profileColumns(clicks: NewClick[]): [places: string, profiles: string] {
  const places = new Map<string, number>()
  const placeOf = (click: NewClick) => {
    const profile = click.profile ?? formatProfile(click)
    const known = places.get(profile)
    if (known !== undefined) return known
    places.set(profile, places.size + 1)
    return places.size
  }
  return [plainArray(clicks.map(placeOf)), textArray([...places.keys()])]
}
