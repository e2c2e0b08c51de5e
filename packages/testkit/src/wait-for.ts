import { setTimeout as delay } from 'node:timers/promises'

export type WaitOptions = {
  readonly what: string
  /** Default 30,000: much longer than any wait on a quiet machine. */
  readonly timeoutMs?: number
  /** Pause between two checks. Default 25. */
  readonly everyMs?: number
}

/** Repeats `check` until it returns other than null, undefined or false. A throw means "not yet" and is a cause. */
export async function waitFor<T>(
  check: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  { what, timeoutMs = 30_000, everyMs = 25 }: WaitOptions,
): Promise<T> {
  const startedMs = performance.now()
  for (let checks = 1; ; checks += 1) {
    const { value, error } = await attempt(check)
    if (value !== null && value !== undefined && value !== false) return value
    if (performance.now() - startedMs >= timeoutMs) {
      const message = `waited ${timeoutMs} ms for ${what}, in vain after ${checks} checks`
      throw new Error(message, { cause: error })
    }
    await delay(everyMs)
  }
}

async function attempt<T>(check: () => Promise<T> | T): Promise<{ value?: T; error?: unknown }> {
  try {
    return { value: await check() }
  } catch (error) {
    return { error }
  }
}
