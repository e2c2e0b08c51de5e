import { compareAddresses } from './compare-addresses.js'
import { compareLanguages } from './compare-languages.js'
import { compareModels } from './compare-models.js'
import { compareOsVersions } from './compare-os-versions.js'
import { compareScreens } from './compare-screens.js'
import { compareTimeZones } from './compare-time-zones.js'
import type { ClickCandidate, MatchInput, Score, Scorer, SignalTrace } from './match-types.js'
import {
  MATCH_THRESHOLD,
  OWN_ADDRESS_DECAY,
  REQUIRED_AGREEING,
  REQUIRED_AGREEING_WHEN_OWN,
  REQUIRED_AGREEING_WHEN_SHARED,
  TRUSTED_SHARE,
} from './match-weights.js'
import { windowMinutesOf } from './match-window.js'

/**
 * Scores a click signal by signal: the points that it has over those of what was comparable, less with age
 * (docs/adr/0030). Whether enough agrees for a match is told beside it.
 */
export const scoreClick: Scorer = (input, click): Score => {
  const signals = compareSignals(input, click)
  const points = sum(signals.map((signal) => signal.points))
  const comparable = sum(signals.map((signal) => signal.of))
  const fit = comparable === 0 ? 0 : Math.max(0, points) / comparable
  const decay = decayOf(input, click)
  return {
    score: fit * decay,
    fit,
    signals,
    comparable,
    agreeing: signals.filter(isOwnAgreement).length,
    required: requiredOf(input, click),
    decay,
  }
}

function compareSignals(input: MatchInput, click: ClickCandidate): SignalTrace[] {
  const { platform, signals: app } = input
  const browser = click.signals
  return [
    { signal: 'address', ...compareAddresses(input, click) },
    { signal: 'screen', ...compareScreens(app, browser) },
    { signal: 'language', ...compareLanguages(app.languages, browser.languages) },
    { signal: 'time_zone', ...compareTimeZones(app.timeZone, browser.timeZone) },
    {
      signal: 'os_version',
      ...compareOsVersions(platform, app.osVersion, browser.osVersion),
    },
    { signal: 'model', ...compareModels(app.model, browser.model) },
  ]
}

/** Of the device itself: the address is what made the click a candidate. */
function isOwnAgreement({ signal, outcome }: SignalTrace): boolean {
  return signal !== 'address' && outcome === 'agrees'
}

function requiredOf(input: MatchInput, click: ClickCandidate): number {
  if (input.isAddressShared) return REQUIRED_AGREEING_WHEN_SHARED
  return isOwnAddress(input, click) ? REQUIRED_AGREEING_WHEN_OWN : REQUIRED_AGREEING
}

function isOwnAddress(input: MatchInput, click: ClickCandidate): boolean {
  return input.isAddressOwn && click.sameFullAddress
}

function decayOf(input: MatchInput, click: ClickCandidate): number {
  const ageMs = input.now.getTime() - click.createdAt.getTime()
  const share = ageMs / (windowMinutesOf(input) * 60_000)
  // A window of no length leaves nothing to divide by.
  const age = share > 0 ? Math.min(1, share) : 0
  if (isOwnAddress(input, click)) return 1 - OWN_ADDRESS_DECAY * age
  return MATCH_THRESHOLD ** (age / TRUSTED_SHARE)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
