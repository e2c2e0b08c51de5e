import type { Outcome } from './match-types.js'

type Tag = { language: string; region: string | null }

/** Obsolete codes that Java and old systems still send (IANA language subtag registry). */
const REPLACED: Readonly<Record<string, string>> = {
  in: 'id',
  iw: 'he',
  ji: 'yi',
  no: 'nb',
  tl: 'fil',
}

type Languages = readonly string[] | null

/** Compares by preferred languages: equal, or contained, because browsers and apps order the same settings freely. */
export function compareLanguages(
  a: Languages,
  b: Languages,
): { language: Outcome; region: Outcome } {
  const [one, other] = [(a ?? []).flatMap(readTag), (b ?? []).flatMap(readTag)]
  if (one[0] === undefined || other[0] === undefined)
    return { language: 'not_comparable', region: 'not_comparable' }
  const shared = [one[0], other[0]].find(({ language }) =>
    [one, other].every((tags) => tags.some((tag) => tag.language === language)),
  )
  if (shared === undefined) return { language: 'differs', region: 'not_comparable' }
  const [regions, otherRegions] = [one, other].map((tags) => regionsOf(tags, shared.language))
  if (!regions?.length || !otherRegions?.length)
    return { language: 'agrees', region: 'not_comparable' }
  const isSameRegion = regions.some((region) => otherRegions.includes(region))
  return { language: 'agrees', region: isSameRegion ? 'agrees' : 'differs' }
}

/** The preferred language, such as `de`, or empty. */
export function languageBucket(languages: Languages): string {
  return (languages ?? []).flatMap(readTag)[0]?.language ?? ''
}

function readTag(text: string): Tag[] {
  const [primary = '', ...subtags] = text.trim().split(/[-_]/)
  if (!/^[a-z]{2,3}$/i.test(primary)) return []
  const language = primary.toLowerCase()
  // A single letter starts an extension, where two letters are not a region.
  const extension = subtags.findIndex((subtag) => subtag.length === 1)
  const own = extension === -1 ? subtags : subtags.slice(0, extension)
  const region = own.find((subtag) => /^([a-z]{2}|\d{3})$/i.test(subtag))
  return [{ language: REPLACED[language] ?? language, region: region?.toUpperCase() ?? null }]
}

function regionsOf(tags: readonly Tag[], language: string): string[] {
  return tags.flatMap((tag) => (tag.language === language && tag.region ? [tag.region] : []))
}
