import { randomUUID } from 'node:crypto'
import { signClickToken } from '@throughline/core/matching/click-token'
import { parseFingerprint } from '@throughline/core/matching/fingerprint'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { TEST_MODEL } from '@throughline/core/matching/test-fixtures'
import { addressHashes } from '../src/domain/clicks/address-hash.js'
import type { TestApi, TestProject } from './harness.js'

/** Part of a context: a match model whose tables do not change when the shipped model is fitted again. */
export const TEST_MATCHING = { matchModel: { current: () => TEST_MODEL } }

/** The default address of installs and clicks; the API gets it from X-Forwarded-For. */
export const ADDRESS = '203.0.113.5'
export const PHONE = {
  os_version: '17.4',
  screen_width: 390,
  screen_height: 840,
  languages: ['en-US', 'de'],
  time_zone: 'Europe/Berlin',
}
export const FINGERPRINT = `${ADDRESS}-iOS-17.4-390x840`

type Signals = Record<string, string | number | string[]>

export interface ClickOptions {
  project?: TestProject
  address?: string
  /** The age of the click. */
  ageMinutes?: number
  params?: Record<string, string>
  fbclidCapturedAt?: number
  visitorId?: string
  platform?: 'ios' | 'android'
  /** Adds a device report with this fingerprint and the settings of PHONE; null for a click without a report. */
  fingerprint?: string | null
  /** Additional or different fields of the device report. */
  signals?: Signals
}

/** Writes clicks and device reports as the link host does. */
export function seed(api: TestApi) {
  const { prisma } = api.database
  return {
    link: (columns: Record<string, unknown> = {}, project = api.project) =>
      prisma.link.create({
        data: {
          code: `L${randomUUID().slice(0, 8)}`,
          projectId: project.id,
          actualUrl: 'https://example.com/shoes',
          ...columns,
        },
      }),
    campaign: (columns: Record<string, unknown> = {}) =>
      prisma.campaign.create({
        data: { projectId: api.project.id, name: 'Spring', ...columns },
      }),
    webhook: (columns: Record<string, unknown> = {}) =>
      prisma.webhook.create({
        data: {
          projectId: api.project.id,
          url: 'https://hooks.example.com/',
          events: ['install_attributed'],
          ...columns,
        },
      }),
    click: (linkId: number, options: ClickOptions = {}) => writeClick(api, linkId, options),
    token: (clickId: string, project = api.project) =>
      signClickToken({ clickId, projectId: project.id, key: api.ctx.keys.clickToken }),
  }
}

async function writeClick(api: TestApi, linkId: number, options: ClickOptions): Promise<string> {
  const { project = api.project, address = ADDRESS, ageMinutes = 1 } = options
  const { fingerprint = null, visitorId = null, params = {} } = options
  const hashes = addressHashes(api.ctx, project.id, address)
  const id = newUuidV7()
  const createdAt = new Date(Date.now() - ageMinutes * 60_000)
  const shared = { projectId: project.id, linkId, visitorId, createdAt, ...toBytes(hashes) }
  await api.database.prisma.click.create({
    data: {
      ...shared,
      id,
      source: 'link_host',
      platform: options.platform ?? 'ios',
      params,
      fbclidCapturedAt: options.fbclidCapturedAt ?? null,
    },
  })
  if (fingerprint !== null) {
    await api.database.prisma.visit.create({
      data: {
        ...shared,
        id: newUuidV7(),
        clickId: id,
        signals: signalsOf(fingerprint, options),
      },
    })
  }
  return id
}

function signalsOf(fingerprint: string, options: ClickOptions): Signals {
  const told = parseFingerprint(fingerprint)
  if (told === null) throw new Error(`${fingerprint} is no fingerprint`)
  return {
    platform: options.platform ?? 'ios',
    os_version: told.osVersion,
    screen_width: told.width,
    screen_height: told.height,
    languages: PHONE.languages,
    time_zone: PHONE.time_zone,
    ...options.signals,
  }
}

/** Prisma needs plain arrays, not Buffer's view of a shared one. */
function toBytes({ ipHash, ipPrefixHash }: ReturnType<typeof addressHashes>) {
  return {
    ipHash: ipHash === null ? null : new Uint8Array(ipHash),
    ipPrefixHash: ipPrefixHash === null ? null : new Uint8Array(ipPrefixHash),
  }
}

/** POST /api/attribution/installs; by default from ADDRESS and for a new install. */
export function postInstall(
  api: TestApi,
  body: Record<string, unknown> = {},
  address: string = ADDRESS,
) {
  return api.sdk('POST', '/api/attribution/installs', {
    headers: { 'x-forwarded-for': address },
    body: { install_id: randomUUID(), platform: 'ios', ...body },
  })
}
