import { readFile } from 'node:fs/promises'
import { DomainError } from '@throughline/core/lib/errors'
import { countSharedRanges, parseSharedRanges } from '@throughline/core/net/shared-ranges'
import type { Database } from '@throughline/db/connection/database'
import {
  deleteSharedRangeList,
  listSharedRangeLists,
  replaceSharedRangeList,
} from '@throughline/db/attribution/shared-range-lists'
import { printResult } from '../output.js'

type Context = { database: Pick<Database, 'prisma'> }

export interface ImportOptions {
  file: string
  name: string
  /** Reports progress: a long list takes some seconds. */
  onProgress: (text: string) => void
}

/** Replaces the earlier import of that name; API processes use it within a minute. @throws naming the wrong lines */
export async function importRanges({ database }: Context, options: ImportOptions): Promise<object> {
  const { file, name, onProgress } = options
  if (!/^[a-z0-9][a-z0-9._-]{0,62}$/i.test(name))
    throw new Error(
      `--name ${name}: Use at most 63 letters, digits, dots, hyphens or underscores, starting with a letter or a digit.`,
    )
  onProgress(`Reading ${file} …`)
  const ranges = parseFile(file, await readText(file))
  const count = countSharedRanges(ranges)
  if (count === 0)
    throw new Error(`${file} contains no range. To remove a list, run: ranges remove ${name}`)
  onProgress(`Storing ${count} ranges …`)
  const stored = await replaceSharedRangeList(database.prisma, name, ranges)
  return {
    name,
    ranges: count,
    replaced: stored.isReplaced,
    imported_at: stored.importedAt.toISOString(),
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Error(`${file} can't be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`)
  }
}

function parseFile(file: string, text: string) {
  try {
    return parseSharedRanges(text)
  } catch (error) {
    throw error instanceof DomainError ? new Error(`${file} ${error.message}`) : error
  }
}

interface ListedRanges {
  lists: { name: string; ranges: number; imported_at: string }[]
}

export async function listRanges({ database }: Context): Promise<ListedRanges> {
  const lists = await listSharedRangeLists(database.prisma)
  return {
    lists: lists.map(({ name, rangeCount, importedAt }) => ({
      name,
      ranges: rangeCount,
      imported_at: importedAt.toISOString(),
    })),
  }
}

export function printRanges(result: ListedRanges, isJson: boolean): void {
  if (isJson) printResult(result, isJson)
  else if (result.lists.length === 0) console.log('no imported lists')
  else
    for (const { name, ranges, imported_at: importedAt } of result.lists)
      console.log(`${name.padEnd(20)} ${String(ranges).padStart(9)} ranges  ${importedAt}`)
}

export async function removeRanges({ database }: Context, name: string): Promise<object> {
  if (await deleteSharedRangeList(database.prisma, name)) return { removed: name }
  throw new Error(`No list ${name} exists. To see all, run: ranges list`)
}
