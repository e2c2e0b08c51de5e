import type { Outcome } from './match-types.js'

/**
 * Compares the model that an app reads (Android's `Build.MODEL`) with a browser's client hint, which is the same text.
 * A maker's name in front, spaces and capitals don't matter.
 */
export function compareModels(app: string | null, browser: string | null): Outcome {
  const [own, reported] = [modelBucket(app), modelBucket(browser)]
  if (own === '' || reported === '') return 'not_comparable'
  return own.endsWith(reported) || reported.endsWith(own) ? 'agrees' : 'differs'
}

/** The letters and digits of a model's name in lower case; empty without any. */
export function modelBucket(model: string | null): string {
  return (model ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
