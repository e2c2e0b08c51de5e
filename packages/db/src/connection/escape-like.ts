/** Escapes `%`, `_` and `\` for LIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}
