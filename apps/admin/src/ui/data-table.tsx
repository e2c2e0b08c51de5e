import { Skeleton, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Failure } from './failure.js'
import { Icon } from './icons.js'
import styles from './table.module.css'
import { useRowKeys } from './use-row-keys.js'

export interface Column<Row> {
  key: string
  header: ReactNode
  /** Stands before the header, such as a box that selects all rows. */
  before?: ReactNode
  cell: (row: Row) => ReactNode
  width?: number | string
  align?: 'right'
  /** The values of `sort` for this column, the more useful one first. */
  sorts?: readonly [string, string]
  /**
   * On a phone the column is left out, stands at the end of its row, or has its header before the value: at the edge of
   * the column or its start, or in a row of its own below the first.
   */
  mobile?: 'hide' | 'end' | 'label' | 'label-start' | 'label-row'
}

interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  query: { data: readonly Row[] | undefined; error: Error | null; refetch: () => unknown }
  rowKey: (row: Row) => string | number
  empty: ReactNode
  /** The order in the address; undefined: as the list comes. */
  sort?: { value: string | undefined; onChange: (value: string | undefined) => void }
  /** The number of placeholder rows during loading. */
  expectedRows?: number
}

/** A list of records. The keys j, k and Enter move through its rows. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, query, empty, expectedRows = 8 } = props
  const { data, error } = query
  const body = useRowKeys()
  if (data === undefined && error !== null)
    return <Failure error={error} onRetry={() => query.refetch()} />
  if (data?.length === 0) return empty
  return (
    <table className={styles.table} aria-label={label} aria-busy={data === undefined}>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} sort={props.sort} />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {data === undefined ? (
          <Waiting columns={columns.length} rows={expectedRows} />
        ) : (
          data.map((row) => <Row key={props.rowKey(row)} row={row} columns={columns} />)
        )}
      </tbody>
    </table>
  )
}

interface HeaderCellProps<Row> {
  column: Pick<Column<Row>, 'header' | 'before' | 'width' | 'align' | 'sorts'>
  sort: DataTableProps<Row>['sort']
}

function HeaderCell<Row>({ column, sort }: HeaderCellProps<Row>) {
  const { header, before, width, align, sorts } = column
  const cell = { scope: 'col', style: { width }, 'data-align': align } as const
  if (sort === undefined || sorts === undefined)
    return (
      <th {...cell}>
        {before}
        {header}
      </th>
    )
  const isSorted = sort.value !== undefined && sorts.includes(sort.value)
  const isDown = isSorted && sort.value?.startsWith('-') === true
  return (
    <th {...cell} aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : 'none'}>
      {before}
      <UnstyledButton
        className={styles.sort}
        data-sorted={isSorted}
        onClick={() => sort.onChange(nextSort(sorts, sort.value))}
      >
        {header}
        <Icon name={isDown || !isSorted ? 'chevron-down' : 'chevron-up'} size={13} />
      </UnstyledButton>
    </th>
  )
}

/** One direction, then the other, then as the list comes. */
function nextSort(sorts: readonly [string, string], current: string | undefined) {
  if (current === sorts[0]) return sorts[1]
  return current === sorts[1] ? undefined : sorts[0]
}

function Row<Record>({ row, columns }: { row: Record; columns: readonly Column<Record>[] }) {
  return (
    <tr className={styles.row}>
      {columns.map(({ key, header, cell, align, mobile }) => (
        <td key={key} data-align={align} data-mobile={mobile}>
          {mobile?.startsWith('label') === true && (
            <span className={styles.cellLabel}>{header}</span>
          )}
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}

function Waiting({ columns, rows }: { columns: number; rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row}>
      {Array.from({ length: columns }, (_cell, column) => (
        <td key={column}>
          <Skeleton height={12} width={column === 0 ? '70%' : '50%'} radius="xl" />
        </td>
      ))}
    </tr>
  ))
}

/** The class of the link in a row's first cell. It opens the row. */
export const rowLink = styles.open
