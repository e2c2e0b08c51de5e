import { createBatcher } from '@throughline/db/batch/batcher'
import type { NewClick } from '@throughline/db/clicks/clicks'
import { withoutLateTraces } from '@throughline/db/clicks/late-clicks'
import { isDataError } from './data-error.js'
import type { SpoolFile } from './spool-folder.js'
import type { Spool } from './spool.js'

export interface Drained {
  /** Clicks that are in the database now, by this pass or before. */
  written: number
  /** Clicks that the database refuses for what they hold. */
  refused: number
  /** Lines that no click could be read from. */
  damaged: number
}

export interface DrainOptions {
  spool: Spool
  /** One statement for all; a click that is there already changes nothing. */
  insert: (clicks: NewClick[]) => Promise<unknown>
  /** Asked before each statement. */
  mayGoOn: () => boolean
  /** Told of each file that is done with. */
  onDrained: (drained: Drained) => void
  /** Told of each file that the disk does not give; it is left for the next pass. */
  onUnreadable: (error: unknown) => void
}

/** Clicks in one statement. */
const BATCH = 200

/**
 * Writes what is in the spool to the database, file by file; a file is removed when all of it is there. What was
 * written twice, because a pass ended in between, counts once. A file that can't be read keeps no other waiting.
 *
 * @throws what the database says; the file is then read again from its beginning, next time
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
  let refused = 0
  for (let start = 0; start < clicks.length; start += BATCH) {
    if (!mayGoOn()) return
    const batch = clicks.slice(start, start + BATCH)
    const now = new Date()
    refused += await write(
      batch.map((click) => withoutLateTraces(click, now)),
      options.insert,
    )
  }
  const isRemoved = await fromDisk(spool.remove(taken).then(() => true))
  if (isRemoved === true) options.onDrained({ written: clicks.length - refused, refused, damaged })
}

/** Answers how many rows are at fault themselves, which the batcher finds by halves. */
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
