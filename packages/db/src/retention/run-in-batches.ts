/** A fraction of a second's work, for which others may wait. */
const ROWS_AT_ONCE = 5_000
/** About a second's work, so that a process can stop. */
const BATCHES_AT_ONCE = 20

export interface BatchRun {
  rows: number
  /** The run ended early because there is too much for one: come back immediately. */
  hasMore: boolean
}

export interface Batch {
  looked: number
  rows: number
}

/** Runs batches, each in its own transaction, until one is not full or the run has taken its share. */
export async function runInBatches(
  run: (rowsAtOnce: number) => Promise<Batch>,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<BatchRun> {
  let rows = 0
  for (let batch = 0; batch < BATCHES_AT_ONCE; batch += 1) {
    const done = await run(rowsAtOnce)
    rows += done.rows
    if (done.looked < rowsAtOnce) return { rows, hasMore: false }
  }
  return { rows, hasMore: true }
}

/** A statement that changes every row it reads. @returns how many it changed */
type ChangeRows = (rowsAtOnce: number) => Promise<number>

export async function changeInBatches(...statements: ChangeRows[]): Promise<BatchRun> {
  const total: BatchRun = { rows: 0, hasMore: false }
  for (const change of statements) {
    const done = await runInBatches(async (rowsAtOnce) => {
      const rows = await change(rowsAtOnce)
      return { looked: rows, rows }
    })
    total.rows += done.rows
    total.hasMore ||= done.hasMore
  }
  return total
}
