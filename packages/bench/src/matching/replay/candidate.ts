import type { DumpedClick, DumpedInstall } from '../dump/dump.js'
import type { AppDevice } from '../world/app-side.js'

/** The device facts that a browser or an app reports; null if unknown. */
export interface Signals {
  osVersion: string | null
  model: string | null
  screenWidth: number | null
  screenHeight: number | null
  pixelRatio: number | null
  languages: readonly string[] | null
  timeZone: string | null
}

/** A click that may be matched to an install, as the service reads it at that time. */
export interface ReplayCandidate {
  clickId: string
  linkId: number
  campaignId: number | null
  platform: string
  createdAt: Date
  consumedAt: Date | null
  visitorId: string | null
  sameAddress: boolean
  sameFullAddress: boolean
  /** Whether there was a device report. Without one, only a token or a code can match the click. */
  isReported: boolean
  source: string
  uncountedReason: string | null
  params: Readonly<Record<string, string>>
  signals: Signals
}

export interface ReplayInstall extends DumpedInstall {
  now: Date
  installedAt: Date
  signals: Signals
}

/** Start of the dump's clock; arbitrary. */
const EPOCH_MS = Date.UTC(2026, 0, 1)

export function momentOf(minutes: number): Date {
  return new Date(EPOCH_MS + Math.round(minutes * 60_000))
}

export function toReplayInstall(install: DumpedInstall): ReplayInstall {
  return {
    ...install,
    now: momentOf(install.atMinutes),
    installedAt: momentOf(install.beganAtMinutes),
    signals: appSignals(install.body.device),
  }
}

function appSignals(device: AppDevice): Signals {
  return {
    osVersion: device.os_version,
    model: device.model,
    screenWidth: device.screen_width,
    screenHeight: device.screen_height,
    pixelRatio: device.pixel_ratio,
    languages: device.languages,
    timeZone: device.time_zone,
  }
}

export function toCandidate(
  click: DumpedClick,
  install: DumpedInstall,
  consumedAt: Date | null,
): ReplayCandidate {
  const { signals } = click
  return {
    clickId: click.clickId,
    linkId: click.linkId,
    campaignId: click.campaignId,
    platform: textOf(signals?.['platform']) ?? click.platform,
    createdAt: momentOf(click.atMinutes),
    consumedAt,
    visitorId: click.visitorId,
    sameAddress: networkOf(click.address) === networkOf(install.address),
    sameFullAddress: click.address === install.address,
    isReported: signals !== null,
    source: click.source,
    uncountedReason: click.uncountedReason,
    params: click.params,
    signals: browserSignals(click),
  }
}

function browserSignals({ signals, osVersion, deviceModel }: DumpedClick): Signals {
  const browser = signals ?? {}
  const languages = browser['languages']
  return {
    osVersion: textOf(browser['os_version']) ?? osVersion,
    model: textOf(browser['model']) ?? deviceModel,
    screenWidth: numberOf(browser['screen_width']),
    screenHeight: numberOf(browser['screen_height']),
    pixelRatio: numberOf(browser['pixel_ratio']),
    languages: Array.isArray(languages)
      ? languages.filter((tag): tag is string => typeof tag === 'string')
      : null,
    timeZone: textOf(browser['time_zone']),
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

/** Returns an IPv4 address unchanged, and the /64 of a full-form IPv6 address. */
export function networkOf(address: string): string {
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address
}
