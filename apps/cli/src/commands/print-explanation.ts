import { printResult } from '../output.js'
import type { ProjectExplanation } from './explain-install.js'

type ExplainedCandidate = NonNullable<ProjectExplanation['candidates']>[number]
type ComparedSignal = NonNullable<ExplainedCandidate['signals']>[number]

/** Prints an explanation: one line of JSON, or the decision, then a row a click with its signals beneath. */
export function printExplanation(explanation: ProjectExplanation, isJson: boolean): void {
  if (isJson) printResult(explanation, isJson)
  else for (const line of explanationLines(explanation)) console.log(line)
}

function explanationLines(explanation: ProjectExplanation): string[] {
  const { candidates, note } = explanation
  return [
    explanation.summary,
    '',
    ...decisionRows(explanation).map(([name, value]) => `${name.padEnd(10)} ${value}`),
    '',
    ...(candidates === null ? [] : candidateLines(candidates)),
    ...(note === null ? [] : [note]),
  ]
}

function decisionRows(explanation: ProjectExplanation): [name: string, value: string][] {
  const { project, reason, match_type: matchType, code, step } = explanation
  const decided = step === null ? '' : ` by ${step}`
  const { window_minutes: window, threshold, margin } = explanation
  return [
    ['install', `${explanation.install_id} (${explanation.platform}), project ${project.prefix}`],
    ['decided', `${explanation.decided_at}${decided}`],
    ...row('matched by', matchType && `${matchType}, confidence ${explanation.confidence}`),
    ...row('reason', reason),
    ...row('link', code),
    ...row('rules', step && `window ${window} min, threshold ${threshold}, margin ${margin}`),
    ...row('address', explanation.is_address_shared === true ? 'shared by strangers' : null),
  ]
}

/** Nothing where there is nothing to say. */
function row(name: string, value: string | null): [string, string][] {
  return value === null || value === '' ? [] : [[name, value]]
}

const HEADINGS = ['CLICK', 'AGE', 'LINK', 'CAMPAIGN', 'VERDICT', 'SCORE']

function candidateLines(candidates: ExplainedCandidate[]): string[] {
  if (candidates.length === 0) return ['No click was considered.']
  const table = [HEADINGS, ...candidates.map(cellsOf)]
  const widths = HEADINGS.map((_, column) =>
    Math.max(...table.map((cells) => (cells[column] ?? '').length)),
  )
  const [headings = '', ...rows] = table.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [
    headings,
    ...candidates.flatMap((candidate, index) => [rows[index] ?? '', ...detailLines(candidate)]),
  ]
}

function cellsOf(candidate: ExplainedCandidate): string[] {
  return [
    candidate.click_id,
    ageOf(candidate.age_seconds),
    candidate.code ?? `#${candidate.link_id}`,
    candidate.campaign_name ?? '–',
    candidate.verdict,
    candidate.score === null ? '–' : String(Number(candidate.score.toFixed(4))),
  ]
}

function detailLines({ signals, flags, ...sums }: ExplainedCandidate): string[] {
  const compared = signals ?? []
  const width = Math.max(0, ...compared.map(({ signal }) => signal.length))
  const { agreeing, required, decay } = sums
  const agreed = `${agreeing} agree beside the address, ${required} must; ${percent(decay)} left at this age`
  return [
    ...compared.map((one) => `    ${one.signal.padEnd(width)}  ${outcomeOf(one)}`),
    ...(compared.length === 0 ? [] : [`    ${agreed}`]),
    ...(flags.length === 0 ? [] : [`    flags: ${flags.join(', ')}`]),
  ]
}

function percent(share: number | null): string {
  return `${Number(((share ?? 0) * 100).toFixed(1))} %`
}

function outcomeOf({ outcome, points, of }: ComparedSignal): string {
  const told = outcome.replaceAll('_', ' ')
  return of === 0 ? told : `${told}, ${points} of ${of}`
}

function ageOf(seconds: number): string {
  if (Math.abs(seconds) < 120) return `${Math.round(seconds)} s`
  const minutes = seconds / 60
  if (minutes < 120) return `${Math.round(minutes)} min`
  const hours = minutes / 60
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} d`
}
