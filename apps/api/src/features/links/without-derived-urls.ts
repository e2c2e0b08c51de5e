import type { UpdateLinkBody } from '@throughline/contracts/links'
import type { LinkRecord } from '@throughline/db/links/links'
import type { Platform } from '../../domain/devices/device.js'
import { androidUrlOf, destinationOf, iosUrlOf } from '../../domain/links/destination.js'

const PLATFORMS: readonly Platform[] = ['ios', 'android', 'desktop', 'other']

/**
 * The request without those URLs that the link has not of its own and that its record shows all the same: a record that
 * was read, whoever read it, can be sent back and changes nothing.
 */
export function withoutDerivedUrls(body: UpdateLinkBody, before: LinkRecord): UpdateLinkBody {
  const destinations = PLATFORMS.map((platform) => destinationOf(before, platform))
  return {
    ...body,
    actual_url: ownOf(body.actual_url, before.actualUrl, destinations),
    ios_url: ownOf(body.ios_url, before.iosUrl, [iosUrlOf(before)]),
    android_url: ownOf(body.android_url, before.androidUrl, [androidUrlOf(before)]),
  }
}

type Given = string | null | undefined

function ownOf(given: Given, kept: string | null, shown: readonly (string | null)[]): Given {
  return given != null && kept === null && shown.includes(given) ? undefined : given
}
