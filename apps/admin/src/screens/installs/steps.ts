import type { Explanation } from '../../api/types.js'
import { reasons } from '../../texts/evidence.js'
import { steps as texts } from '../../texts/installs.js'

export type StepName = keyof typeof texts.names
export type StepLook = keyof typeof texts.looks

export interface Step {
  name: StepName
  look: StepLook
  /** The result as a sentence. */
  result: string
}

const ORDER: readonly StepName[] = ['consent', 'token', 'code', 'source', 'signals']

type Decided = Pick<Explanation, 'step' | 'matched' | 'reason' | 'platform' | 'notes'>

/** The result of every step: those before the one that decided applied to nothing. */
export function stepsOf(decided: Decided): Step[] {
  const { step, matched, reason } = decided
  const at = ORDER.findIndex((name) => name === step)
  return ORDER.map((name, index) => {
    if (index > at) return { name, look: 'unused', result: texts.unused }
    if (index < at) return { name, ...passedBy(name, decided) }
    const result = matched ? texts.matched : texts.unmatched(lower(reasons[reason ?? ''] ?? ''))
    return { name, look: matched ? 'matched' : 'unmatched', result }
  })
}

function passedBy(
  name: StepName,
  { platform, notes }: Decided,
): { look: StepLook; result: string } {
  const system = platform === 'android' ? 'android' : 'ios'
  switch (name) {
    case 'consent':
      return { look: 'passed', result: texts.notRefused }
    case 'token':
      return notes.includes('invalid_token')
        ? { look: 'failed', result: texts.badToken }
        : { look: 'none', result: texts.noToken[system] }
    case 'code':
      return { look: 'none', result: texts.noCode }
    case 'source':
    case 'signals':
      return { look: 'none', result: texts.noSource[system] }
  }
}

function lower(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}
