import type { Fetch } from '../adapters.js'
import type { Logger } from '../options.js'

/** The platform globals in use; each may be missing in some engine. */
interface Globals {
  fetch: Fetch
  AbortController?: new () => { readonly signal: AbortSignal; abort(): void }
  console: Logger
  crypto?: { getRandomValues?(bytes: Uint8Array): Uint8Array }
  setTimeout(run: () => void, delayMs: number): unknown
  clearTimeout(timer: unknown): void
}

// Compiled without the types of DOM, Node or React Native.
export const globals = globalThis as unknown as Globals
