import { Button } from '@mantine/core'
import { common } from '../texts/common.js'
import { formatCount, formatPlace } from './format.js'
import styles from './ui.module.css'
import { useSetSearch } from './use-search-param.js'

interface NumberedPage {
  data: readonly unknown[]
  meta?: { page: number; per_page: number; total: number; has_more: boolean }
}

/** Pages by number, with the total. A list that goes on beyond the total has further pages until one is not full. */
export function Pager({ list }: { list: NumberedPage | undefined }) {
  const setSearch = useSetSearch()
  const meta = list?.meta
  if (meta === undefined || meta.total === 0) return null
  const rows = list?.data.length ?? 0
  const { page, per_page: size, total, has_more: hasMore } = meta
  const first = (page - 1) * size + 1
  const hasNext = hasMore ? rows === size : page * size < total
  const go = (to: number) =>
    setSearch({ page: to === 1 ? undefined : String(to) }, { keepsPage: true })
  return (
    <nav className={styles.pager} aria-label={common.pages}>
      <span className="num">
        {rows > 0 &&
          common.range(formatPlace(first), formatPlace(first + rows - 1), totalOf(total, hasMore))}
      </span>
      {(page > 1 || hasNext) && (
        <span className={styles.pagerButtons}>
          <Button variant="default" disabled={page <= 1} onClick={() => go(page - 1)}>
            {common.previous}
          </Button>
          <Button variant="default" disabled={!hasNext} onClick={() => go(page + 1)}>
            {common.next}
          </Button>
        </span>
      )}
    </nav>
  )
}

interface CursorPagerProps {
  next: string | null | undefined
  cursor: string | undefined
  /** For the first page: the number of rows, up to a bound. */
  total?: { total?: number; has_more?: boolean } | undefined
}

/** Pages by cursor: forward, or to the newest. The browser's back button goes one page back. */
export function CursorPager({ next, cursor, total }: CursorPagerProps) {
  const setSearch = useSetSearch()
  const hasNext = (next ?? null) !== null
  const go = (to: string | undefined) => setSearch({ cursor: to }, { keepsPage: true })
  return (
    <nav className={styles.pager} aria-label={common.pages}>
      <span className="num">{totalText(total)}</span>
      {(hasNext || cursor !== undefined) && (
        <span className={styles.pagerButtons}>
          {cursor !== undefined && (
            <Button variant="default" onClick={() => go(undefined)}>
              {common.newest}
            </Button>
          )}
          <Button variant="default" disabled={!hasNext} onClick={() => go(next ?? undefined)}>
            {common.next}
          </Button>
        </span>
      )}
    </nav>
  )
}

function totalOf(total: number, hasMore: boolean): string {
  return hasMore ? common.atLeast(formatCount(total)) : formatCount(total)
}

function totalText(total: CursorPagerProps['total']): string | null {
  if (total?.total === undefined || total.total === 0) return null
  const count = formatCount(total.total)
  return total.has_more === true ? common.totalMore(count) : common.total(count)
}
