import { createBatcher, type Batcher } from './batcher.js'
import { withDatabaseTimeout } from '../connection/with-timeout.js'

/**
 * A batcher whose callers get an error in time when the database does not answer, whether their statement was sent or
 * waited for its turn. The next statement does not wait for an unanswered one: it takes another connection.
 *
 * @param run one statement for all items; it may still commit after its callers got the error, which writers must
 *   tolerate
 */
export function createTimedBatcher<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
): Batcher<Item, Result> {
  const batcher = createBatcher<Item, Result>({ run: (items) => withDatabaseTimeout(run(items)) })
  return { ...batcher, add: (item) => withDatabaseTimeout(batcher.add(item)) }
}
