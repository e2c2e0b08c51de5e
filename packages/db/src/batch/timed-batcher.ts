import { createBatcher, type Batcher } from './batcher.js'
import { withDatabaseTimeout } from '../connection/with-timeout.js'

/** A batcher whose callers get a timeout error if the database does not respond; the statement may still commit. */
export function createTimedBatcher<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
): Batcher<Item, Result> {
  const batcher = createBatcher<Item, Result>({ run: (items) => withDatabaseTimeout(run(items)) })
  return { ...batcher, add: (item) => withDatabaseTimeout(batcher.add(item)) }
}
