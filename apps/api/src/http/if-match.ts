import { domainError } from '@throughline/core/lib/errors'
import type { Call } from './route.js'

/**
 * Rejects a change of a record that has changed since the caller read it. `If-Match` contains the version that the
 * caller read, `"4"`; without it nothing is checked. Call it with the record locked. @throws DomainError
 * `version_mismatch`
 */
export function requireVersion(
  { headers }: Pick<Call, 'headers'>,
  { version }: { version: number },
): void {
  const given = headers['if-match']
  if (given === undefined) return
  const tags = String(given)
    .split(',')
    .map((tag) => tag.trim())
  if (tags.includes('*') || tags.includes(`"${version}"`)) return
  throw domainError(
    'version_mismatch',
    `This record has changed since you read it and now has version ${version}. Read it again and repeat your change.`,
  )
}
