/**
 * Reads an absolute URL, or answers null. Not by `URL.canParse`: once that is compiled, Node 20 hands it Latin-1 bytes as
 * UTF-8, so that a process that has run for a while refuses `https://bücher.de`.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
