/**
 * Parses an absolute URL, or returns null. Does not use `URL.canParse`: once compiled, Node 20 passes Latin-1 bytes
 * to it as UTF-8, so a process that has run for a while rejects `https://bücher.de`.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
