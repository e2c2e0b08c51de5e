import { agrees, differs, NOT_COMPARABLE } from './match-comparison.js'
import type { Comparison } from './match-types.js'
import { MODEL_POINTS, OTHER_DEVICE_COST } from './match-weights.js'

/**
 * Compares the model that an app reads (Android's `Build.MODEL`) with a browser's client hint, which is the same text.
 * A maker's name in front, spaces and capitals don't matter.
 */
export function compareModels(app: string | null, browser: string | null): Comparison {
  const [own, told] = [lettersOf(app), lettersOf(browser)]
  if (own === '' || told === '') return NOT_COMPARABLE
  return own.endsWith(told) || told.endsWith(own)
    ? agrees(MODEL_POINTS)
    : differs(MODEL_POINTS, OTHER_DEVICE_COST)
}

function lettersOf(model: string | null): string {
  return (model ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
