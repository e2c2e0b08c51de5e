import { copyMinutes } from '../world/copy-minutes.js'
import {
  installsOf,
  worldClicksOf,
  type Episode,
  type Install,
  type WorldClick,
} from '../world/episode.js'

/** The data that a server has recorded for one side, in the form that the baseline rules compare. */
export interface DeviceFact {
  project: string
  atMinutes: number
  address: string
  os: 'iOS' | 'Android' | 'macOS'
  /** For a browser, the version in its user agent, even if the browser froze that version. */
  osVersion: string
  language: string
  timeZone: string
  /** `{width}x{height}` in logical points, as reported. */
  screen: string
}

export interface ClickFact extends DeviceFact {
  worldClickId: string
}

export interface InstallFact extends DeviceFact {
  installId: string
}

export interface Facts {
  clicks: readonly ClickFact[]
  installs: readonly InstallFact[]
}

export function factsOf(world: readonly Episode[]): Facts {
  const clicks = world.flatMap((episode) =>
    worldClicksOf(episode).flatMap((worldClick) => clickFacts(worldClick, episode.startMinutes)),
  )
  const installs = world.flatMap((episode) =>
    installsOf(episode).map((install) => installFact(install, episode.startMinutes)),
  )
  return { clicks: clicks.sort(byTime), installs: installs.sort(byTime) }
}

function byTime(a: DeviceFact, b: DeviceFact): number {
  return a.atMinutes - b.atMinutes
}

function clickFacts(worldClick: WorldClick, startMinutes: number): ClickFact[] {
  const { report, agent } = worldClick.browser
  const atMinutes = startMinutes + worldClick.atMinutes
  const first = {
    worldClickId: worldClick.id,
    project: worldClick.project,
    atMinutes,
    address: worldClick.address,
    os: agent.os,
    osVersion: agent.osVersion,
    ...(worldClick.isReported
      ? {
          language: report.languages[0] ?? '',
          timeZone: report.time_zone,
          screen: `${report.screen_width}x${report.screen_height}`,
        }
      : UNREPORTED),
  }
  const copies = Array.from({ length: worldClick.copies }, (_, index) => ({
    ...first,
    atMinutes: atMinutes + copyMinutes(index, worldClick.copies),
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
