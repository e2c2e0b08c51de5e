/** Parses a URL, or returns null. `URL.canParse` of Node 20, once compiled, rejects `https://bücher.de`. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
