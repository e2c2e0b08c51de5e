import { domainError, type DomainError } from '@throughline/core/lib/errors'
import { isUuid } from '@throughline/core/lib/ids'

/** A missing record and a record of another project get the same text, so it does not reveal which records exist. */
export const NOTHING_HERE =
  'The record does not exist in this project. Check the id, and that the key and the token belong to the same project.'

const NEW_TOKEN = 'Create one with the command "token create" or with POST /api/project/tokens.'
const TOKEN_FORM = 'Authorization: Bearer {id}|{secret}'

export function projectKeyRequired(): DomainError {
  return domainError(
    'project_key_required',
    'The header x-project-key is missing or empty. Send the project key, a UUID that the command "project create" printed.',
  )
}

/** Explains why a project key is invalid. Never repeats it, because it may be a misplaced token. */
export function unknownProjectKey(key: string, isProjectId: boolean): DomainError {
  return domainError('unknown_project_key', unknownKeyText(key, isProjectId))
}

function unknownKeyText(key: string, isProjectId: boolean): string {
  if (isProjectId)
    return 'x-project-key contains a project id. Send the project key instead: the other UUID that "project create" printed.'
  if (key.includes('|'))
    return `x-project-key contains an admin token. Send the project key, a UUID, in x-project-key, and the token as ${TOKEN_FORM}.`
  if (!isUuid(key))
    return `x-project-key must be a UUID such as 123e4567-e89b-42d3-a456-426614174000; received ${key.length} characters of another form.`
  return 'No project has this key. Check that it is complete, and that it belongs to this installation: "project create" printed it.'
}

export function tokenRequired(): DomainError {
  return domainError(
    'token_required',
    `This call manages the project, so the project key is not enough. Send an admin token too: ${TOKEN_FORM}. ${NEW_TOKEN}`,
  )
}

/** Explains what is wrong with the format of an Authorization header. Never repeats it. */
export function tokenMalformed(authorization: string): DomainError {
  return domainError('token_malformed', `${malformedText(authorization)} Send ${TOKEN_FORM}.`)
}

function malformedText(authorization: string): string {
  const [, scheme, credentials] = /^\s*([A-Za-z]+)(?:\s+(.*))?$/.exec(authorization) ?? []
  if (scheme === undefined)
    return /^\s*\d+\|/.test(authorization)
      ? 'Authorization contains the token without "Bearer " before it.'
      : 'Authorization must begin with "Bearer ".'
  if (scheme.toLowerCase() !== 'bearer')
    return `Authorization must begin with "Bearer ", not with another scheme.`
  if (credentials === undefined || credentials === '')
    return 'Authorization contains no token after "Bearer".'
  if (isUuid(credentials))
    return 'Authorization contains a UUID instead of an admin token; a project key belongs in x-project-key.'
  if (!credentials.includes('|'))
    return 'The token has no "|" between its id and its secret. Put the header in quotes in a shell.'
  return 'The token must be a decimal id, "|" and a secret without spaces.'
}

export function tokenUnknown(): DomainError {
  return domainError(
    'token_unknown',
    `No admin token has this id and secret. Check that it is complete, and that it belongs to this installation. ${NEW_TOKEN}`,
  )
}

export function tokenRevoked(at?: Date): DomainError {
  const when = at === undefined ? '' : ` at ${at.toISOString()}`
  return domainError('token_revoked', `This admin token was revoked${when}. ${NEW_TOKEN}`)
}

export function tokenExpired(at: Date): DomainError {
  return domainError(
    'token_expired',
    `This admin token expired at ${at.toISOString()}. ${NEW_TOKEN}`,
  )
}

export function sessionRequired(): DomainError {
  return domainError(
    'session_required',
    'The session is missing or has ended. Sign in to the panel, then send its cookie with X-Throughline-Panel: 1 and without Authorization.',
  )
}

export function sessionNotSameOrigin(): DomainError {
  return domainError(
    'session_not_same_origin',
    'Sessions are accepted only from the panel at PUBLIC_URL. Send X-Throughline-Panel: 1 from a page of that origin, or use an admin token.',
  )
}
