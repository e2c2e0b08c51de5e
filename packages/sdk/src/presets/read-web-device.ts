import type { Device } from '../adapters.js'
import { readScreen, type Page, type PageNavigator, type UserAgentHints } from './page.js'
import { readIntl } from './read-intl.js'
import { tellDevice } from './tell-device.js'

/** The phone that a page runs on, as the service reads the same browser's clicks; null unless Android or iOS. */
export async function readWebDevice(page: Page): Promise<Device | null> {
  const { navigator } = page
  const platform = navigator === undefined ? null : platformOf(navigator)
  if (navigator === undefined || platform === null) return null
  const { userAgent = '' } = navigator
  const { platformVersion = '', model } = await readHints(navigator)
  return tellDevice(platform, {
    osVersion:
      platform === 'ios' ? iosVersion(userAgent) : androidVersion(userAgent, platformVersion),
    model,
    ...readScreen(page),
    languages: navigator.languages,
    timeZone: readIntl().timeZone,
  })
}

function platformOf({
  userAgent = '',
  userAgentData,
  maxTouchPoints = 0,
}: PageNavigator): Device['platform'] | null {
  if (userAgentData?.platform === 'Android' || /\bAndroid\b/.test(userAgent)) return 'android'
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent)) return 'ios'
  // An iPad's browser identifies as a Mac, but no Mac has a touch screen.
  return /\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1 ? 'ios' : null
}

async function readHints({ userAgentData }: PageNavigator): Promise<UserAgentHints> {
  try {
    return (await userAgentData?.getHighEntropyValues?.(['platformVersion', 'model'])) ?? {}
  } catch {
    return {}
  }
}

/** Since version 26, Safari reports iOS 18.6 or 18.7 forever, and the true version only as its own. */
const FROZEN_IOS = /^18\.[67]$/

function iosVersion(userAgent: string): string | undefined {
  const written = /\bOS (\d+(?:_\d+)*) like Mac OS X/.exec(userAgent)?.[1]?.replace(/_/g, '.')
  const safari = /\bVersion\/(\d+(?:\.\d+)*)/.exec(userAgent)?.[1]
  return written === undefined || FROZEN_IOS.test(written) ? safari : written
}

/** Hints are padded to `14.0.0`, while Android has called itself `14` since version 9. */
function androidVersion(userAgent: string, hint: string): string | undefined {
  if (/^\d+(\.\d+)*$/.test(hint))
    return parseInt(hint, 10) >= 9 ? hint.replace(/(\.0)+$/, '') : hint
  // The reduced user agent contains the same Android 10 on every phone.
  if (/\bAndroid 10; K[);]/.test(userAgent)) return undefined
  return /\bAndroid (\d+(?:\.\d+)*)/.exec(userAgent)?.[1]
}
