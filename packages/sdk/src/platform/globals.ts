import type { Fetch } from '../adapters.js'
import type { Logger } from '../options.js'

/** What is used of the platform's globals, each of which may be missing in one engine or another. */
interface Globals {
  fetch: Fetch
  AbortController?: new () => { readonly signal: AbortSignal; abort(): void }
  console: Logger
  crypto?: { getRandomValues?(bytes: Uint8Array): Uint8Array }
  setTimeout(run: () => void, delayMs: number): unknown
  clearTimeout(timer: unknown): void
}

// No platform's types are at hand here: this is compiled without DOM, Node or React Native.
export const globals = globalThis as unknown as Globals
