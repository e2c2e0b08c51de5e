import { statistics as texts } from '../texts/statistics.js'

const regions = new Intl.DisplayNames('en', { type: 'region' })

/** The name of a counted value: a country for its code, and words for what has no name. */
export function valueName(isCountry: boolean, value: string): string {
  const known = (texts.values as Readonly<Record<string, string>>)[value]
  if (known !== undefined) return known
  if (!isCountry || !/^[A-Z]{2}$/.test(value)) return value
  return regions.of(value) ?? value
}
