/** Rows in one statement: a fraction of a second's worth, for which others may wait. */
const ROWS_AT_ONCE = 5_000
/** About a second's worth, so that a process that is told to stop can. */
const BATCHES_AT_ONCE = 20

export interface Anonymized {
  rows: number
  /** The run ended early, since there is too much for one: come back at once. */
  hasMore: boolean
}

/** What one batch looked at, and how much of it had something to forget. */
export interface AnonymizedBatch {
  looked: number
  rows: number
}

/** Runs batches, each by itself, until one is not full or a run's worth is done. */
export async function anonymizeInBatches(
  anonymize: (rowsAtOnce: number) => Promise<AnonymizedBatch>,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<Anonymized> {
  let rows = 0
  for (let batch = 0; batch < BATCHES_AT_ONCE; batch += 1) {
    const done = await anonymize(rowsAtOnce)
    rows += done.rows
    if (done.looked < rowsAtOnce) return { rows, hasMore: false }
  }
  return { rows, hasMore: true }
}
