interface CurlRequest {
  path: string
  query: object
  /** Null: the role does not see it. */
  projectKey: string | null
  /** Whether the route accepts only a session, which no token replaces. */
  needsSession: boolean
}

/** A command for a read of the API, with the token in `THROUGHLINE_TOKEN` or the cookie in `THROUGHLINE_COOKIE`. */
export function curlOf({ path, query, projectKey, needsSession }: CurlRequest): string {
  const url = new URL(path, window.location.origin)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  if (needsSession) {
    return [
      `curl -sS ${quote(url.href)} \\`,
      `  -H 'X-Throughline-Panel: 1' \\`,
      `  -H "Cookie: $THROUGHLINE_COOKIE"`,
    ].join('\n')
  }
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
