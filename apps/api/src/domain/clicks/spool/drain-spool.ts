import { createBatcher } from '@throughline/db/batch/batcher'
import type { NewClick } from '@throughline/db/clicks/clicks'
import { withoutLateTraces } from '@throughline/db/clicks/late-clicks'
import { isDataError } from './data-error.js'
import type { SpoolFile } from './spool-folder.js'
import type { Spool } from './spool.js'

export interface Drained {
  written: number
  rejected: number
  damaged: number
}

export interface DrainOptions {
  spool: Spool
  /** Stores all clicks in one statement; existing clicks are not changed. */
  insert: (clicks: NewClick[]) => Promise<unknown>
  mayGoOn: () => boolean
  onDrained: (drained: Drained) => void
  /** Called for each unreadable file, which stays for the next pass. */
  onUnreadable: (error: unknown) => void
}

const BATCH = 200

/**
 * Writes the spool to the database. A file is removed once its clicks are stored. Clicks that are written twice count
 * once. @throws the database's error; the file is then read again from the start
 */
export async function drainSpool(options: DrainOptions): Promise<void> {
  for (const file of await options.spool.files()) {
    if (!options.mayGoOn()) return
    await drainFile(options, file)
  }
}

async function drainFile(options: DrainOptions, file: SpoolFile): Promise<void> {
  const { spool, mayGoOn, onUnreadable } = options
  const fromDisk = <Value>(work: Promise<Value>): Promise<Value | null> =>
    work.catch((error: unknown) => {
      onUnreadable(error)
      return null
    })
  const taken = await fromDisk(spool.take(file))
  if (taken === null) return
  const lines = await fromDisk(spool.read(taken))
  if (lines === null) return
  const { clicks, damaged } = lines
  let rejected = 0
  for (let start = 0; start < clicks.length; start += BATCH) {
    if (!mayGoOn()) return
    const batch = clicks.slice(start, start + BATCH)
    const now = new Date()
    rejected += await write(
      batch.map((click) => withoutLateTraces(click, now)),
      options.insert,
    )
  }
  const isRemoved = await fromDisk(spool.remove(taken).then(() => true))
  if (isRemoved === true)
    options.onDrained({ written: clicks.length - rejected, rejected, damaged })
}

/** Returns the number of invalid rows, which the batcher finds by halving. */
async function write(clicks: NewClick[], insert: DrainOptions['insert']): Promise<number> {
  const run = async (batch: NewClick[]) => {
    await insert(batch)
    return batch
  }
  const batcher = createBatcher({ run, maxItems: BATCH })
  const outcomes = await Promise.allSettled(clicks.map((click) => batcher.add(click)))
  const errors = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  )
  const fault = errors.find((error) => !isDataError(error))
  if (fault === undefined) return errors.length
  throw fault instanceof Error ? fault : new Error('A batch of clicks failed', { cause: fault })
}
