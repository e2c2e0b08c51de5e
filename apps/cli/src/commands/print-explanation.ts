import { printResult, tableLines } from '../output.js'
import type { ProjectExplanation } from './explain-install.js'

type ExplainedCandidate = NonNullable<ProjectExplanation['candidates']>[number]
type ComparedSignal = NonNullable<ExplainedCandidate['signals']>[number]

/** Prints an explanation: one line of JSON, or the decision and a row per click with its signals. */
export function printExplanation(explanation: ProjectExplanation, isJson: boolean): void {
  if (isJson) printResult(explanation, isJson)
  else for (const line of explanationLines(explanation)) console.log(line)
}

export function explanationLines(explanation: ProjectExplanation): string[] {
  const { candidates, notes } = explanation
  return [
    explanation.summary,
    '',
    ...decisionRows(explanation).map(([name, value]) => `${name.padEnd(10)} ${value}`),
    '',
    ...(candidates === null ? [] : candidateLines(candidates)),
    ...notes.map((note) => `note: ${note}`),
  ]
}

function decisionRows(explanation: ProjectExplanation): [name: string, value: string][] {
  const { project, reason, match_type: matchType, code, step } = explanation
  const decided = step === null ? '' : ` by ${step}`
  const { window_minutes: window, min_confidence: least, model_version: model } = explanation
  const { platform, none_score: none } = explanation
  const of = platform === null ? '' : ` (${platform})`
  return [
    ['install', `${explanation.install_id}${of}, project ${project.prefix}`],
    ['decided', `${explanation.decided_at}${decided}`],
    ...row('matched by', matchType && `${matchType}, confidence ${explanation.confidence}`),
    ...row('reason', reason),
    ...row('link', code),
    ...row('referrer', parametersOf(explanation.referrer_click_ids)),
    ...row('click', parametersOf(explanation.claimed_click_ids)),
    ...row('rules', window && `window ${window} min, confidence from ${least}, model ${model}`),
    ...row('none', none === null ? null : `${percent(none)} that it belongs to no click`),
  ]
}

/** Click ids and UTM on one line, such as `gclid=X, utm_source=Y`. */
function parametersOf(values: Readonly<Record<string, string>> | null): string {
  return Object.entries(values ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
}

function row(name: string, value: string | number | null): [string, string][] {
  return value === null || value === '' || value === 0 ? [] : [[name, String(value)]]
}

const HEADINGS = ['CLICK', 'AGE', 'LINK', 'CAMPAIGN', 'VERDICT', 'SCORE']

function candidateLines(candidates: ExplainedCandidate[]): string[] {
  if (candidates.length === 0) return ['No click was considered.']
  const [headings = '', ...rows] = tableLines([HEADINGS, ...candidates.map(cellsOf)])
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

function detailLines({ signals, weight, flags }: ExplainedCandidate): string[] {
  const compared = signals ?? []
  const width = Math.max(0, ...compared.map(({ signal }) => signal.length))
  return [
    ...compared.map((one) => `    ${one.signal.padEnd(width)}  ${outcomeOf(one)}`),
    ...(weight === null ? [] : [`    total ${signed(weight)} bits`]),
    ...(flags.length === 0 ? [] : [`    flags: ${flags.join(', ')}`]),
  ]
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`
}

function outcomeOf({ outcome, weight }: ComparedSignal): string {
  const words = outcome.replaceAll('_', ' ')
  return outcome === 'not_comparable' ? words : `${words}, ${signed(weight)} bits`
}

function signed(weight: number): string {
  return `${weight > 0 ? '+' : ''}${Number(weight.toFixed(2))}`
}

function ageOf(seconds: number): string {
  if (Math.abs(seconds) < 120) return `${Math.round(seconds)} s`
  const minutes = seconds / 60
  if (minutes < 120) return `${Math.round(minutes)} min`
  const hours = minutes / 60
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} d`
}
