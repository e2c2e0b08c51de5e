import { randomUUID } from 'node:crypto'
import { signClickToken } from '@throughline/core/matching/click-token'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { insertClicks, type NewClick } from '@throughline/db/clicks/clicks'
import type { InstallsInstallation } from './installation.js'

export const WAYS = ['nothing', 'referrer'] as const
/** The kind of install: without a match, or with the token of its own click. */
export type Way = (typeof WAYS)[number]

const CLICKS_AT_ONCE = 200
let drawn = 0

/** Raw HTTP requests of new installs, each from a separate address. */
export async function makeRequests(
  installation: InstallsInstallation,
  { count, by }: { count: number; by: Way },
): Promise<string[]> {
  const clickIds = by === 'nothing' ? [] : await makeClicks(installation, count)
  return Array.from({ length: count }, (_, index) => {
    drawn += 1
    const clickId = clickIds[index]
    return requestOf(
      installation,
      bodyOf(clickId === undefined ? undefined : referrerOf(installation, clickId)),
    )
  })
}

async function makeClicks(installation: InstallsInstallation, count: number): Promise<string[]> {
  const clicks = Array.from({ length: count }, () => clickOf(installation))
  for (let start = 0; start < count; start += CLICKS_AT_ONCE)
    await insertClicks(installation, clicks.slice(start, start + CLICKS_AT_ONCE))
  return clicks.map(({ id }) => id)
}

function clickOf({ project }: InstallsInstallation): NewClick {
  return {
    id: newUuidV7(),
    projectId: project.id,
    linkId: project.linkId,
    campaignId: null,
    source: 'link_host',
    platform: 'android',
    osVersion: '14',
    deviceModel: 'Pixel 8',
    ipPrefixHash: null,
    visitorHash: null,
    userAgent: null,
    referer: null,
    country: null,
    fbclidCapturedAt: null,
    uncountedReason: null,
    params: { gclid: 'Cj0KCQiA', utm_medium: 'cpc' },
  }
}

function referrerOf({ project, clickTokenKey }: InstallsInstallation, clickId: string): string {
  const token = signClickToken({ clickId, projectId: project.id, key: clickTokenKey })
  return `dyna_code=${project.code}&utm_medium=cpc&click_token=${token}`
}

function bodyOf(referrer: string | undefined): string {
  return JSON.stringify({
    install_id: randomUUID(),
    platform: 'android',
    install_referrer: referrer,
    device: {
      os_version: '14',
      model: 'Pixel 8',
      screen_width: 412,
      screen_height: 915,
      pixel_ratio: 2.625,
      languages: ['en-GB', 'de'],
      time_zone: 'Europe/Berlin',
    },
  })
}

function requestOf({ project }: InstallsInstallation, body: string): string {
  const address = `21.${(drawn >> 16) & 255}.${(drawn >> 8) & 255}.${drawn & 255}`
  return (
    'POST /api/attribution/installs HTTP/1.1\r\nHost: api.test\r\n' +
    `x-project-key: ${project.key}\r\nX-Forwarded-For: ${address}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}
