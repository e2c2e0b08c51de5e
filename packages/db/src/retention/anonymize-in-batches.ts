/** Rows in one statement: a fraction of a second's worth, for which others may wait. */
const ROWS_AT_ONCE = 5_000
/** About a second's worth, so that a process that is told to stop can. */
const BATCHES_AT_ONCE = 20

export interface Forgotten {
  rows: number
  /** The run ended early, since there is too much for one: come back at once. */
  hasMore: boolean
}

/** What one batch looked at, and how much of it had something to forget. */
export interface ForgottenBatch {
  looked: number
  rows: number
}

/** Runs batches, each by itself, until one is not full or a run's worth is done. */
export async function forgetInBatches(
  forget: (rowsAtOnce: number) => Promise<ForgottenBatch>,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<Forgotten> {
  let rows = 0
  for (let batch = 0; batch < BATCHES_AT_ONCE; batch += 1) {
    const done = await forget(rowsAtOnce)
    rows += done.rows
    if (done.looked < rowsAtOnce) return { rows, hasMore: false }
  }
  return { rows, hasMore: true }
}
