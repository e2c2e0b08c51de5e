/** Processes items with limited concurrency. @returns the results, in the order of the items */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const waiting = items.entries()
  const results = new Map<number, Result>()
  const lane = async () => {
    for (const [index, item] of waiting) results.set(index, await work(item))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result)
}
