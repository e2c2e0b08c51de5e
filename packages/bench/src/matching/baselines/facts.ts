import { copyMinutes } from '../world/copy-minutes.js'
import { installsOf, tapsOf, type Episode, type Install, type Tap } from '../world/episode.js'

/** What a server has recorded of one side, in the terms of the rules that it is compared with. */
export interface DeviceFact {
  project: string
  atMinutes: number
  address: string
  os: 'iOS' | 'Android' | 'macOS'
  /** Of a browser, as its user agent says; frozen ones are taken for true. */
  osVersion: string
  /** The preferred one. */
  language: string
  timeZone: string
  /** `{width}x{height}` in logical points, as told. */
  screen: string
}

export interface ClickFact extends DeviceFact {
  tapId: string
}

export interface InstallFact extends DeviceFact {
  installId: string
}

/** Each in the order of time. */
export interface Facts {
  clicks: readonly ClickFact[]
  installs: readonly InstallFact[]
}

/** The facts of a world, on the clock that all its episodes share. */
export function factsOf(world: readonly Episode[]): Facts {
  const clicks = world.flatMap((episode) =>
    tapsOf(episode).flatMap((tap) => clickFacts(tap, episode.startMinutes)),
  )
  const installs = world.flatMap((episode) =>
    installsOf(episode).map((install) => installFact(install, episode.startMinutes)),
  )
  return { clicks: clicks.sort(byTime), installs: installs.sort(byTime) }
}

function byTime(a: DeviceFact, b: DeviceFact): number {
  return a.atMinutes - b.atMinutes
}

function clickFacts(tap: Tap, startMinutes: number): ClickFact[] {
  const { report, agent } = tap.browser
  const atMinutes = startMinutes + tap.atMinutes
  const first = {
    tapId: tap.id,
    project: tap.project,
    atMinutes,
    address: tap.address,
    os: agent.os,
    osVersion: agent.osVersion,
    ...(tap.isReported
      ? {
          language: report.languages[0] ?? '',
          timeZone: report.time_zone,
          screen: `${report.screen_width}x${report.screen_height}`,
        }
      : UNREPORTED),
  }
  const copies = Array.from({ length: tap.copies }, (_, index) => ({
    ...first,
    atMinutes: atMinutes + copyMinutes(index, tap.copies),
  }))
  return [first, ...copies]
}

const UNREPORTED = { language: '', timeZone: '', screen: '' }

function installFact(install: Install, startMinutes: number): InstallFact {
  const { device } = install
  return {
    installId: install.id,
    project: install.project,
    atMinutes: startMinutes + install.atMinutes,
    address: install.address,
    os: install.platform === 'ios' ? 'iOS' : 'Android',
    osVersion: device.os_version,
    language: device.languages[0] ?? '',
    timeZone: device.time_zone,
    screen: `${Math.round(device.screen_width)}x${Math.round(device.screen_height)}`,
  }
}
