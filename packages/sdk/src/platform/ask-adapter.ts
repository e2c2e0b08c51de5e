import type { Runtime } from '../adapters.js'
import { tryCatch } from './try-catch.js'
import type { Log } from './log.js'
import { within } from './runtime.js'

/** Longer than the default: iOS may be asking the user. */
export const LIMITS_MS: Readonly<Record<string, number>> = { clipboard: 60_000 }

/** An adapter's result; undefined, with a log line, if it fails or takes too long. */
export async function askAdapter<Answer>(
  { runtime, log }: { runtime: Runtime; log: Log },
  name: string,
  ask: () => Promise<Answer | null> | Answer | null | undefined,
): Promise<Answer | null | undefined> {
  return tryCatch(log, `The adapter ${name}`, () => within(runtime, ask(), LIMITS_MS[name]))
}
