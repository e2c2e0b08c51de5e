import type { Explanation } from '../../api/types.js'
import { comparison, outcomes, signalNames, verdicts } from '../../texts/installs.js'

/** The decision without any identifier: no id, code, campaign, click id or address. */
export function supportText(explanation: Explanation): string {
  const { summary, platform, step, reason, match_type: type, candidates } = explanation
  const { window_minutes: window, min_confidence: needed, none_score: none } = explanation
  const lines = [
    summary,
    words({ platform, step, match: type, reason }),
    words({ 'window in minutes': window, needed, none, model: explanation.model_version }),
    ...explanation.notes.map((note) => `note: ${note.replace(/^(other_source:).*/, '$1 …')}`),
  ]
  for (const [index, candidate] of (candidates ?? []).entries()) {
    const { age_seconds: age, verdict, score, weight, signals } = candidate
    lines.push(
      `click ${index + 1}: ${Math.round(age)} s before, ${verdicts[verdict] ?? wordsOf(verdict)}, ${words({ score, points: weight })}`,
    )
    for (const { signal, outcome, weight: points } of signals ?? [])
      lines.push(`  ${signalNames[signal] ?? signal}: ${comparison[outcome]}, ${points}`)
  }
  for (const [index, miss] of (explanation.near?.data ?? []).entries()) {
    const { age_seconds: age, why_not: reasons } = miss
    const words = reasons.map(wordsOf).join(', ')
    lines.push(`near miss ${index + 1}: ${Math.round(age)} s before, ${words}`)
  }
  return lines.join('\n')
}

function wordsOf(outcome: string): string {
  return outcomes[outcome]?.short ?? outcome
}

function words(facts: Record<string, string | number | null>): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name} ${value ?? '-'}`)
    .join(', ')
}
