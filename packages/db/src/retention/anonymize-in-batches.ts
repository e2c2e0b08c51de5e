/** A fraction of a second's work, for which others may wait. */
const ROWS_AT_ONCE = 5_000
/** About a second's work, so that a process can stop. */
const BATCHES_AT_ONCE = 20

export interface Anonymized {
  rows: number
  /** The run ended early because there is too much for one: come back immediately. */
  hasMore: boolean
}

export interface AnonymizedBatch {
  looked: number
  rows: number
}

/** Runs batches, each in its own transaction, until one is not full or the run has taken its share. */
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

/** A statement that changes every row it reads. @returns how many it changed */
type ChangeRows = (rowsAtOnce: number) => Promise<number>

export async function changeInBatches(...statements: ChangeRows[]): Promise<Anonymized> {
  const total: Anonymized = { rows: 0, hasMore: false }
  for (const change of statements) {
    const done = await anonymizeInBatches(async (rowsAtOnce) => {
      const rows = await change(rowsAtOnce)
      return { looked: rows, rows }
    })
    total.rows += done.rows
    total.hasMore ||= done.hasMore
  }
  return total
}
