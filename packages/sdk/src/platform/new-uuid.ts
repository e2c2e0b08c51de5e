import type { Runtime } from '../adapters.js'
import { globals } from './globals.js'

/** A version 4 UUID. Hermes has no crypto.randomUUID; Math.random is enough for ids that are not worth guessing. */
export function newUuid(runtime: Runtime): string {
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => {
    const [byte = 0] = globals.crypto?.getRandomValues?.(new Uint8Array(1)) ?? [
      runtime.random() * 256,
    ]
    return (byte & 15).toString(16)
  })
}
