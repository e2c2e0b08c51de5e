/** Writes search parameters as plain text, so that addresses stay readable: `?search=7`, not `?search=%227%22`. */
export type Search = Record<string, string | undefined>

export function parseSearch(query: string): Search {
  return Object.fromEntries(new URLSearchParams(query))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') query.set(name, value)
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

/** Keeps only the parameters that a screen uses. */
export function searchOf<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): Partial<Record<Name, string>> => {
    const kept: Partial<Record<Name, string>> = {}
    for (const name of names) {
      const value = search[name]
      if (typeof value === 'string' && value !== '') kept[name] = value
    }
    return kept
  }
}
