import type { AvailabilityBody, AvailabilityQuery } from '@throughline/contracts/links'
import { checkOwnCode, RESERVED_CODES } from '@throughline/core/links/short-code'
import { listTakenCodes } from '@throughline/db/links/links'
import type { Answer, Call } from '../../http/route.js'

const SUFFIXES = ['-2', '-3', '-4', '-5', '-6', '-7', '-8', '-9']

/** Checks whether a link can be created with a code, without reserving it. */
export async function checkAvailability({
  db,
  project,
  query: { code },
}: Call<object, AvailabilityQuery>): Promise<Answer> {
  const detail = checkOwnCode(code)
  const similar = toCode(code)
  const wished = SUFFIXES.map((suffix) => similar + suffix)
  const ideas = (similar === code ? wished : [similar, ...wished]).filter(
    (idea) => similar !== '' && checkOwnCode(idea) === null,
  )
  const taken = new Set(
    await listTakenCodes(db, project.id, detail === null ? [code, ...ideas] : ideas),
  )
  const available = detail === null && !taken.has(code)
  const body: AvailabilityBody = {
    code,
    available,
    reason: available ? null : reasonOf(code, detail),
    detail: available ? null : (detail ?? 'Another link has this code.'),
    suggestion: available ? null : (ideas.find((idea) => !taken.has(idea)) ?? null),
  }
  return { status: 200, body }
}

function reasonOf(code: string, detail: string | null): AvailabilityBody['reason'] {
  if (detail === null) return 'taken'
  return RESERVED_CODES.has(code) ? 'reserved' : 'malformed'
}

/** Returns the characters of a text that a code may contain, with room for a suffix. */
function toCode(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{Mark}+/gu, '')
  return plain
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 62)
}
