import { createBatcher, type Batcher } from './batcher.js'
import { withDatabaseTimeout } from '../connection/with-timeout.js'

/**
 * A batcher whose callers are told in time that the database is silent, whether their statement waits for its answer or
 * for its turn. The next statement doesn't wait for a silent one either: it takes another connection.
 *
 * @param run one statement for all items; it may still commit after its callers were told, so that whoever writes by it
 *   must bear that
 */
export function createTimedBatcher<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
): Batcher<Item, Result> {
  const batcher = createBatcher<Item, Result>({ run: (items) => withDatabaseTimeout(run(items)) })
  return { ...batcher, add: (item) => withDatabaseTimeout(batcher.add(item)) }
}
