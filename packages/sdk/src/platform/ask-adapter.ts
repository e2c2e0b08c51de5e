import type { Runtime } from '../adapters.js'
import { attempt } from './attempt.js'
import type { Log } from './log.js'
import { within } from './runtime.js'

const LIMIT_MS = 5000

/** What an adapter answers; null, and a log line, where it fails or never does. */
export async function askAdapter<Answer>(
  { runtime, log }: { runtime: Runtime; log: Log },
  name: string,
  ask: () => Promise<Answer | null> | Answer | null | undefined,
): Promise<Answer | null> {
  const limited = () => within(runtime, LIMIT_MS, Promise.resolve(ask()))
  return (await attempt(log, `The adapter ${name}`, limited)) ?? null
}
