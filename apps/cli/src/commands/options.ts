import { InvalidArgumentError, Option, type Command } from 'commander'
import { printTable } from '../output.js'
import { JSON_OPTION } from './run-command.js'

const MAX_PAGE = 100

/** Adds `--project` and `--json`, which every command on a project has. */
export function withProject(command: Command): Command {
  return command
    .option('--project <id or prefix>', 'project; default: the only one')
    .option(...JSON_OPTION)
}

/** Adds the options of `withProject`, and `--limit` and `--cursor`. */
export function withPage(command: Command): Command {
  return withProject(command)
    .addOption(
      new Option('--limit <number>', 'rows, at most 100').argParser(parseLimit).default(20),
    )
    .option('--cursor <text>', 'continue a list: the next_cursor of its last page')
}

export function withConfirmation(command: Command): Command {
  return withProject(command).option('--yes', 'do not ask for confirmation')
}

export interface PageOptions {
  project?: string
  json?: boolean
  limit: number
  cursor?: string
}

export function pageQuery(
  { limit, cursor }: PageOptions,
  more: Record<string, string | undefined> = {},
): string {
  const query = new URLSearchParams({ limit: String(limit) })
  for (const [name, value] of Object.entries({ cursor, ...more }))
    if (value !== undefined) query.set(name, value)
  return query.toString()
}

export interface Page<Row> {
  data: Row[]
  next_cursor: string | null
}

/** Prints a page of a list: one line of JSON, or a table with the columns by heading. */
export function printPage<Row>(
  columns: Record<string, (row: Row) => unknown>,
): (page: Page<Row>, isJson: boolean) => void {
  return (page, isJson) => {
    if (isJson) {
      console.log(JSON.stringify(page))
      return
    }
    printTable(page.data, columns)
    if (page.next_cursor !== null) console.log(`more: --cursor ${page.next_cursor}`)
  }
}

export function parseId(text: string): number {
  const id = Number(text)
  if (Number.isInteger(id) && id >= 1) return id
  throw new InvalidArgumentError('Use an id, a whole number from 1.')
}

export function parseLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_PAGE) return limit
  throw new InvalidArgumentError(`Use a whole number from 1 to ${MAX_PAGE}.`)
}
