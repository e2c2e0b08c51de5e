import { readFile } from 'node:fs/promises'
import { oncePer } from '@throughline/core/lib/once-per'
import { isInSharedRanges, type SharedRanges } from '@throughline/core/net/shared-ranges'
import type { Database, Db } from '@throughline/db/connection/database'
import {
  findSharedRanges,
  listSharedRangeLists,
} from '@throughline/db/attribution/shared-range-lists'
import type { Logger } from '@throughline/runtime/logger'

export interface SharedIpRanges {
  has(address: string): boolean
  close(): void
}

export interface SharedIpRangesOptions {
  config: { sharedRanges: SharedRanges }
  database: Pick<Database, 'prisma'>
  logger: Logger
  everyMs?: number
}

/** Half of the minute within which an import takes effect. */
const REFRESH_MS = 30_000
const FAILURE_LOGGED_EVERY_MS = 600_000

type LoadedList = { importedAtMs: number; ranges: SharedRanges }

/** Loads the imported lists and keeps them current; keeps the last lists while they cannot be read. Never rejects. */
export async function openSharedIpRanges(options: SharedIpRangesOptions): Promise<SharedIpRanges> {
  const { config, database, logger, everyMs = REFRESH_MS } = options
  const fixed = [await readHostingRanges(), config.sharedRanges]
  const shouldWarn = oncePer(FAILURE_LOGGED_EVERY_MS)
  let lists: ReadonlyMap<string, LoadedList> = new Map()
  let all = fixed
  let next: NodeJS.Timeout | undefined
  let isClosed = false

  const refresh = async () => {
    try {
      lists = await loadLists(database.prisma, lists)
      all = [...fixed, ...[...lists.values()].map(({ ranges }) => ranges)]
    } catch (error) {
      if (!isClosed && shouldWarn())
        logger.warn({ err: error }, 'shared IP ranges: reading the imported lists failed')
    }
    if (!isClosed) next = setTimeout(() => void refresh(), everyMs).unref()
  }
  await refresh()
  return {
    has: (address) => isInSharedRanges(address, ...all),
    close: () => {
      isClosed = true
      clearTimeout(next)
    },
  }
}

/** Reads only lists that were imported since the last read. */
async function loadLists(
  db: Db,
  known: ReadonlyMap<string, LoadedList>,
): Promise<ReadonlyMap<string, LoadedList>> {
  const loaded = new Map<string, LoadedList>()
  for (const { name, importedAt } of await listSharedRangeLists(db)) {
    const importedAtMs = importedAt.getTime()
    const before = known.get(name)
    if (before?.importedAtMs === importedAtMs) {
      loaded.set(name, before)
      continue
    }
    const ranges = await findSharedRanges(db, name)
    if (ranges !== null) loaded.set(name, { importedAtMs, ranges: Buffer.from(ranges) })
  }
  return loaded
}

/** Returns the shipped ranges of hosting networks: beside this file, or beside the bundle in an image. */
function readHostingRanges(): Promise<SharedRanges> {
  return readFile(new URL('./hosting-ranges.bin', import.meta.url))
}
