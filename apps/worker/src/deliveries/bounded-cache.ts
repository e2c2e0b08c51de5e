/** Answers of a pure function by a text, the last `size` asked for at most; those asked for longest ago go first. */
export function createBoundedCache<Value>(size: number): BoundedCache<Value> {
  const values = new Map<string, Value>()
  let older = new Map<string, Value>()
  return {
    get: (key, make) => {
      const known = values.get(key)
      if (known !== undefined) return known
      const value = older.get(key) ?? make(key)
      // In two generations, so that a hit moves nothing.
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
  /** The value, made now unless it is known; what `make` throws is not kept. */
  get(key: string, make: (key: string) => Value): Value
}
