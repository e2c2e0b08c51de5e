import { MAX_TOTAL } from '@throughline/contracts/pagination'
import { fieldError } from '@throughline/core/lib/errors'
import { isUuid, parseIntegerId } from '@throughline/core/lib/ids'

export function toPage<Row extends { id: number | string }, Item>(
  rows: Row[],
  limit: number,
  present: (row: Row) => Item,
): { data: Item[]; next_cursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { data: page.map(present), next_cursor: hasMore ? encodeCursor(String(last.id)) : null }
}

/** Counts up to `limit` items of the list. */
type Count = (limit: number) => Promise<number>

/** `total` and `has_more` of a first page; none for a later one. @param rows one more than `limit` if the list goes on */
export async function readTotal(
  query: { cursor?: string | undefined; limit: number },
  rows: readonly unknown[],
  count: Count,
): Promise<{ total?: number; has_more?: boolean }> {
  if (query.cursor !== undefined) return {}
  return countUpToMax(rows, { size: query.limit, number: 1, beforeId: null }, count)
}

/** `meta` of a numbered page. @param rows one more than the size of the page if the list goes on */
export async function readMeta(
  page: Page,
  rows: readonly unknown[],
  count: Count,
): Promise<{ page: number; per_page: number; total: number; has_more: boolean }> {
  const counted = await countUpToMax(rows, page, count)
  return { page: page.number, per_page: page.size, ...counted }
}

/** Runs no statement for the last numbered page, which shows the total. */
async function countUpToMax(
  rows: readonly unknown[],
  { size, number, beforeId }: Page,
  count: Count,
): Promise<{ total: number; has_more: boolean }> {
  const isLast = beforeId === null && rows.length <= size && (rows.length > 0 || number === 1)
  const found = isLast ? (number - 1) * size + rows.length : await count(MAX_TOTAL + 1)
  return { total: Math.min(found, MAX_TOTAL), has_more: found > MAX_TOTAL }
}

const DEFAULT_LIMIT = 20

export interface Page {
  size: number
  number: number
  beforeId: number | null
}

/** Pages by cursor if the query has a cursor or only a limit, otherwise by number. Page 1 is the same either way. */
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

export function readIntegerCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  return parseIntegerId(decode(cursor)) ?? reject()
}

/** A cursor of several parts without `|`; `isPart` checks whether a text can be a part. */
export function readCursor(
  cursor: string | undefined,
  isPart: readonly ((text: string) => boolean)[],
): string[] | null {
  if (cursor === undefined) return null
  const parts = decode(cursor).split('|')
  const isCursor = parts.length === isPart.length && isPart.every((test, n) => test(parts[n] ?? ''))
  return isCursor ? parts : reject()
}

export function readUuidCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const id = decode(cursor)
  return isUuid(id) ? id : reject()
}

export function encodeCursor(id: string): string {
  return Buffer.from(id).toString('base64url')
}

function decode(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString('utf8')
}

function reject(): never {
  throw fieldError('cursor', 'is not a cursor of this list; use next_cursor of the previous page')
}
