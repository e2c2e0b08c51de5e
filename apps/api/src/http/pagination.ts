import { domainError } from '@throughline/core/lib/errors'
import { isUuid, parseIntegerId } from '@throughline/core/lib/ids'

/** One page out of `limit + 1` rows: the data, and a cursor made of the last id when more follow. */
export function toPage<Row extends { id: number | string }, Item>(
  rows: Row[],
  limit: number,
  present: (row: Row) => Item,
): { data: Item[]; next_cursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { data: page.map(present), next_cursor: hasMore ? encode(String(last.id)) : null }
}

const DEFAULT_LIMIT = 20

/** Where a list stands and how far it reads. */
export interface Page {
  size: number
  number: number
  /** Of a cursor. */
  beforeId: number | null
}

/**
 * Reads a list that pages both ways: with a cursor, or a limit alone, as every list; else by number, so that page 1 is
 * the same whether it was named or not. Either name of a page's size will do for both.
 *
 * @param perPage the size of a numbered page unless told
 */
export function readPage(query: PagedQuery, perPage = DEFAULT_LIMIT): Page {
  const { limit, cursor, page, per_page } = query
  const isByCursor = cursor !== undefined || (limit !== undefined && page === undefined)
  if (!isByCursor) return { size: per_page ?? limit ?? perPage, number: page ?? 1, beforeId: null }
  return {
    size: limit ?? per_page ?? DEFAULT_LIMIT,
    number: 1,
    beforeId: readIntegerCursor(cursor),
  }
}

type PagedQuery = {
  [Name in 'limit' | 'page' | 'per_page']?: number | undefined
} & { cursor?: string | undefined }

/** The integer id that a cursor stands for, or null without one. */
export function readIntegerCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  return parseIntegerId(decode(cursor)) ?? reject()
}

/** The UUID that a cursor stands for, or null without one. */
export function readUuidCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const id = decode(cursor)
  return isUuid(id) ? id : reject()
}

function encode(id: string): string {
  return Buffer.from(id).toString('base64url')
}

function decode(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString('utf8')
}

function reject(): never {
  const text = 'is not a cursor of this list; take next_cursor of the page before'
  throw domainError('validation_failed', 'Check the field cursor.', { fields: { cursor: [text] } })
}
