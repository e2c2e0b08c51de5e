import type { ComparedSignal } from '@throughline/contracts/explanation'

/** How a score came about: what was compared, and what was made of it. */
export type ExplainedSignals = {
  /** null where nothing was compared. */
  signals: ComparedSignal[] | null
  totals: Record<string, unknown>
}

/** Words of a scorer that tells one outcome a signal. */
const OUTCOMES: Record<string, string> = { equal: 'agrees', different: 'differs' }

/**
 * Reads what a scorer has left in the trace of a candidate. A scorer may say whatever explains it: a list of
 * signals, or one entry by name; what is neither is passed on among the totals.
 */
export function explainSignals(trace: unknown): ExplainedSignals {
  if (Array.isArray(trace)) return { signals: trace.filter(isCompared), totals: {} }
  if (!isRecord(trace)) return { signals: null, totals: {} }
  const signals: ComparedSignal[] = []
  const totals: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(trace)) {
    const compared = toSignals(name, value)
    if (compared === null) totals[toSnakeCase(name)] = value
    else signals.push(...compared)
  }
  return { signals, totals }
}

/** null for what is no comparison, such as a sum. */
function toSignals(name: string, value: unknown): ComparedSignal[] | null {
  if (typeof value === 'string') return [{ signal: name, outcome: OUTCOMES[value] ?? value }]
  if (Array.isArray(value) && value.every(isCompared)) return value
  const entry = isRecord(value) ? { signal: name, ...value } : null
  return isCompared(entry) ? [entry] : null
}

function isCompared(value: unknown): value is ComparedSignal {
  return (
    isRecord(value) && typeof value['signal'] === 'string' && typeof value['outcome'] === 'string'
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
