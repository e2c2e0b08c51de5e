import {
  formatProfile,
  phoneOs,
  referrerHost,
  type ClickProfile,
} from '@throughline/core/links/click-profile'
import { referrerSource } from '@throughline/core/matching/referrer'
import type { InstallLink } from '@throughline/db/attribution/attributed-links'
import type { NewDecision } from '@throughline/db/attribution/decision-statement'
import { parseUserAgent } from '../../domain/devices/device.js'
import { clickUtm } from '../../domain/links/utm.js'
import type { InstallCall } from './install-call.js'
import type { InstallDevice } from './read-install-device.js'
import type { InstallSource } from './read-install-source.js'

type InstallTraits = Required<Pick<NewDecision, 'country' | 'osVersion' | 'sdkVersion' | 'profile'>>

/** The values of an install in lists and counts. A matched install has the values of its click. */
export function installTraits(
  { call, device, source }: { call: InstallCall; device: InstallDevice; source: InstallSource },
  matched: InstallLink | null,
): InstallTraits {
  const { ctx, headers, address, body } = call
  const { osVersion } = device.signals
  const country = ctx.countryOf(headers, address)
  const profile =
    matched?.click == null
      ? {
          country,
          platform: body.platform,
          os: phoneOs(body.platform, osVersion),
          source: source.referrer === null ? null : referrerSource(source.referrer),
        }
      : profileOfClick(matched.link, matched.click)
  return {
    country,
    osVersion,
    sdkVersion: body.sdk_version ?? null,
    profile: formatProfile(profile),
  }
}

/** Browser and referrer are stored for at most a day. */
function profileOfClick(
  link: InstallLink['link'],
  { traits, params }: NonNullable<InstallLink['click']>,
): ClickProfile {
  const agent = parseUserAgent(traits.userAgent ?? undefined)
  return {
    country: traits.country,
    platform: traits.platform,
    os: phoneOs(traits.platform, traits.osVersion) ?? agent.desktopOs,
    browser: agent.browser,
    referrer: referrerHost(traits.referer),
    source: clickUtm(link, params).utm_source,
  }
}
