import type { ClipboardSource } from '../adapters.js'

export type ReadClipboard = () => Promise<string | null | undefined>

/** A clipboard that is empty, or that the user or the system does not give away, has no text. */
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
