interface CurlRequest {
  path: string
  query: object
  /** Null: the role does not see it. */
  projectKey: string | null
}

/** A command for a read of the API, with the token in `THROUGHLINE_TOKEN`. */
export function curlOf({ path, query, projectKey }: CurlRequest): string {
  const url = new URL(path, window.location.origin)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  return [
    `curl -sS ${quote(url.href)} \\`,
    `  -H ${projectKey === null ? '"x-project-key: $PROJECT_KEY"' : quote(`x-project-key: ${projectKey}`)} \\`,
    `  -H "Authorization: Bearer $THROUGHLINE_TOKEN"`,
  ].join('\n')
}

/** In single quotes a shell interprets nothing. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
