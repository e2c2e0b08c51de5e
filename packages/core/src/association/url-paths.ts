import { checkEntries, reject, warn, type Place } from './file-problem.js'
import { hasQuery, warnOfNoShortLink, warnOfUnreachable } from './url-patterns.js'

/** Checks Apple's `paths` (iOS 9 to 12): strings, with the prefix `NOT ` to exclude; the first match decides. */
export function checkPaths(place: Place, value: unknown): void {
  if (!Array.isArray(value)) {
    reject(place, 'paths', 'paths must be a list of strings such as "/buy/*" and "NOT /help/*".')
    return
  }
  if (value.length === 0) warn(place, 'matches_nothing', 'An empty list matches no URL.')
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
    reject(
      place,
      'not_text',
      'A path must be a string; objects such as {"/": "…"} belong in "components".',
    )
    return
  }
  if (/^not\b/i.test(path) && !/^NOT [/*?]/.test(path)) {
    reject(
      place,
      'not_form',
      'An exclusion has the form "NOT /path": capitals, one space, then the path.',
    )
    return
  }
  const bare = path.replace(/^NOT /, '')
  if (/^https?:/i.test(bare))
    reject(
      place,
      'path_is_url',
      'Write only the path, such as /buy/*; the host is always the one that serves the file.',
    )
  else if (!/^[/*?]/.test(bare))
    reject(
      place,
      'path_start',
      'A path must start with "/" or a wildcard; otherwise it never matches.',
    )
  else if (hasQuery(bare))
    warn(place, 'query_in_path', 'Query and fragment are not part of a path and are not compared.')
}
