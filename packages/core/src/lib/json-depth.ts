const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENERS: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSERS: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** Whether JSON text nests deeper than `max`. Without recursion, so it can run before a recursive parser. */
export function jsonDepthExceeds(bytes: Uint8Array, max: number): boolean {
  let depth = 0
  let index = 0
  while (index < bytes.length) {
    const byte = bytes[index] ?? 0
    if (byte === QUOTE) {
      index = endOfString(bytes, index)
    } else if (OPENERS.has(byte)) {
      depth += 1
      if (depth > max) return true
    } else if (CLOSERS.has(byte)) {
      depth -= 1
    }
    index += 1
  }
  return false
}

/** The index of the quote that closes the string opened at `start`, or the last index. */
function endOfString(bytes: Uint8Array, start: number): number {
  let index = start + 1
  while (index < bytes.length && bytes[index] !== QUOTE) {
    index += bytes[index] === BACKSLASH ? 2 : 1
  }
  return index
}
