import { compareLanguages, languageBucket } from './compare-languages.js'
import { compareOsVersions, osVersionBucket } from './compare-os-versions.js'
import { compareScreens, screenBucket } from './compare-screens.js'
import { compareTimeZones, timeZoneBucket } from './compare-time-zones.js'
import type {
  ClickCandidate,
  MatchInput,
  Outcome,
  SignalComparison,
  SignalName,
} from './match-types.js'

/** Prefix of a version's bucket if model or screen agreed before. */
export const SAME_DEVICE = 'same_device:'

type ComparedInstall = Pick<
  MatchInput,
  'platform' | 'signals' | 'now' | 'times' | 'isAddressShared' | 'isAddressV6'
>

type ComparedClick = Pick<ClickCandidate, 'signals' | 'sameFullAddress' | 'createdAt'>

/**
 * Compares signal by signal. Signals of one phone depend on each other (equal models have equal screens), so the
 * buckets of screen and version say what agreed before.
 */
export function compareSignals(
  install: ComparedInstall,
  click: ComparedClick,
  isWholeAddressComparable: boolean,
): SignalComparison[] {
  const { platform, signals: app } = install
  const browser = click.signals
  const model = compareModels(app.model, browser.model)
  const screen = compareScreens(app, browser)
  const version = compareOsVersions(platform, app.osVersion, browser.osVersion)
  const isSameModel = model === 'agrees'
  const isSameDevice = isSameModel || (model === 'not_comparable' && screen === 'agrees')
  const { language, region } = compareLanguages(app.languages, browser.languages)
  return [
    compared('model', model, modelBucket(app.model)),
    compared('screen', screen, isSameModel ? 'same_model' : screenBucket(app)),
    compared(
      'os_version',
      version,
      `${isSameDevice ? SAME_DEVICE : ''}${osVersionBucket(app.osVersion)}`,
    ),
    compared(
      'time_zone',
      compareTimeZones(app.timeZone, browser.timeZone),
      timeZoneBucket(app.timeZone),
    ),
    compared('language', language, languageBucket(app.languages)),
    compared('region', region, languageBucket(app.languages)),
    compared('address', compareAddresses(click, isWholeAddressComparable), 'whole'),
    compared('install_time', compareTimes(install, click), ageGroup(install, click)),
  ]
}

function compared(signal: SignalName, outcome: Outcome, bucket: string): SignalComparison {
  return { signal, outcome, bucket: outcome === 'not_comparable' ? null : bucket }
}

/** Candidates share the IPv4 address or the /64; only a whole IPv6 address says more. */
function compareAddresses(click: ComparedClick, isComparable: boolean): Outcome {
  if (!isComparable) return 'not_comparable'
  return click.sameFullAddress ? 'agrees' : 'differs'
}

/** The synchronized clocks of a phone and a server differ by less than this. */
const CLOCKS_DIFFER_MS = 2_000

/** An install that began before the click has another source, unless a clock is wrong. */
function compareTimes({ times }: ComparedInstall, { createdAt }: ComparedClick): Outcome {
  const began = times.beganAt ?? times.installedAt
  if (began === null) return 'not_comparable'
  return began.getTime() >= createdAt.getTime() - CLOCKS_DIFFER_MS ? 'agrees' : 'differs'
}

/** The younger the click, the more often another person's install began before it. */
function ageGroup({ now }: ComparedInstall, { createdAt }: ComparedClick): string {
  const minutes = (now.getTime() - createdAt.getTime()) / 60_000
  if (minutes < 2) return 'under_2_minutes'
  if (minutes < 6) return 'under_6_minutes'
  return minutes < 30 ? 'under_30_minutes' : 'later'
}

/** Compares Android's `Build.MODEL` with the browser's client hint: the same text, perhaps with a manufacturer. */
export function compareModels(app: string | null, browser: string | null): Outcome {
  const [own, reported] = [modelBucket(app), modelBucket(browser)]
  if (own === '' || reported === '') return 'not_comparable'
  return own.endsWith(reported) || reported.endsWith(own) ? 'agrees' : 'differs'
}

export function modelBucket(model: string | null): string {
  return (model ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
