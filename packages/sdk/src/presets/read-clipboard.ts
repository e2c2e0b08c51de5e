import type { ClipboardSource } from '../adapters.js'

export type ReadClipboard = () => Promise<string | null | undefined>

/** No text if the clipboard is empty, or the user or the system denies access. */
export function readClipboard(read: ReadClipboard): ClipboardSource {
  return {
    async getText() {
      try {
        return (await read()) || null
      } catch {
        return null
      }
    },
  }
}
