import { checkEntries, reject, warn, type Place } from './file-problem.js'
import { hasQuery, warnOfNoShortLink, warnOfUnreachable } from './url-patterns.js'

/** Checks Apple's `paths` (iOS 9 to 12): texts, `NOT ` in front of what is excluded; the first match decides. */
export function checkPaths(place: Place, value: unknown): void {
  if (!Array.isArray(value)) {
    reject(place, 'paths', 'paths is a list of texts such as "/buy/*" and "NOT /help/*".')
    return
  }
  if (value.length === 0) warn(place, 'matches_nothing', 'An empty list matches no URL at all.')
  checkEntries(place, value, checkPath)
  warnOfUnreachable(place, value, {
    isAll: (path: unknown) => path === '*' || path === '/*',
    words: '"NOT …" belongs before "*"',
  })
  const open = value.filter((path) => !(typeof path === 'string' && path.startsWith('NOT ')))
  warnOfNoShortLink(place, open)
}

function checkPath(place: Place, path: unknown): void {
  if (typeof path !== 'string') {
    reject(place, 'not_text', 'A path is text; objects such as {"/": "…"} belong in "components".')
    return
  }
  if (/^not\b/i.test(path) && !/^NOT [/*?]/.test(path)) {
    reject(place, 'not_form', 'An exclusion reads "NOT /path": capitals, one blank, then the path.')
    return
  }
  const bare = path.replace(/^NOT /, '')
  if (/^https?:/i.test(bare))
    reject(
      place,
      'path_is_url',
      'Write the path alone, such as /buy/*; the host is the file’s own.',
    )
  else if (!/^[/*?]/.test(bare))
    reject(
      place,
      'path_start',
      'A path begins with "/" or is a wildcard; otherwise it never matches.',
    )
  else if (hasQuery(bare))
    warn(place, 'query_in_path', 'Query and fragment are no part of a path and are not compared.')
}
