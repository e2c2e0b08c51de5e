import type { Candidate, Explanation, Signal } from '../../api/types.js'
import { platforms } from '../../texts/evidence.js'
import { comparison as texts } from '../../texts/installs.js'

export interface SignalValues {
  click: string
  install: string
}

/**
 * What click and install reported. Of the install only the system version is stored; the value of a click that agrees
 * with it is that of the install too.
 */
export function valuesOf(
  { signal, outcome, click_value: ofClick, install_value: ofInstall }: Signal,
  {
    explanation,
    compared,
  }: { explanation: Pick<Explanation, 'platform'>; compared: readonly Candidate[] },
): SignalValues {
  const format = (value: string) => formatValue(signal, value, explanation.platform)
  const click = ofClick === null ? texts.deleted : format(ofClick)
  if (ofInstall !== null) return { click, install: format(ofInstall) }
  if (outcome === 'agrees') return { click, install: texts.same }
  const agreeing = compared
    .flatMap(({ signals }) => signals ?? [])
    .find((one) => one.signal === signal && one.outcome === 'agrees')
  const known = agreeing?.click_value ?? null
  return { click, install: known === null ? texts.different : format(known) }
}

function formatValue(signal: string, value: string, platform: string | null): string {
  switch (signal) {
    case 'screen':
      return value.replace('x', ' × ')
    case 'os_version':
      return `${platforms[platform ?? ''] ?? ''} ${value}`.trim()
    case 'time_zone':
      return value.replaceAll('_', ' ')
    case 'language':
      return value.split(', ').map(languageName).join(', ')
    default:
      return value
  }
}

const languages = new Intl.DisplayNames('en', { type: 'language' })

function languageName(tag: string): string {
  try {
    return languages.of(tag) ?? tag
  } catch {
    return tag
  }
}
