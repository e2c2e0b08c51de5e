/** Memoizes a pure function for at most `size` keys, least recently used first out. */
export function createBoundedCache<Value>(size: number): BoundedCache<Value> {
  const values = new Map<string, Value>()
  let older = new Map<string, Value>()
  return {
    get: (key, make) => {
      const known = values.get(key)
      if (known !== undefined) return known
      const value = older.get(key) ?? make(key)
      // Two generations instead of an ordered list: a hit moves nothing.
      if (values.size >= size / 2) {
        older = new Map(values)
        values.clear()
      }
      values.set(key, value)
      return value
    },
  }
}

export interface BoundedCache<Value> {
  /** Errors thrown by `make` are not cached. */
  get(key: string, make: (key: string) => Value): Value
}
