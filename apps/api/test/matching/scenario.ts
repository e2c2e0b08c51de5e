import { randomUUID } from 'node:crypto'
import type { CandidateExplanation, InstallExplanation } from '@throughline/contracts/explanation'
import { seed, TEST_MATCHING } from '../attribution-seed.js'
import { startTestApi, type TestApi, type TestApiOptions, type TestProject } from '../harness.js'
import { AGENTS } from '../user-agents.js'

/** A phone as its browser and its apps report it. */
export interface Phone {
  platform: 'ios' | 'android'
  agent: string
  /** The device report of the page. */
  report: Record<string, unknown>
  /** `device` of the install report. */
  device: Record<string, unknown>
}

const SCREEN = { screen_width: 390, screen_height: 844, pixel_ratio: 3 }
const LOCALE = { languages: ['de-DE'], time_zone: 'Europe/Berlin' }

export const IPHONE: Phone = {
  platform: 'ios',
  agent: AGENTS.iphone,
  report: { ...SCREEN, ...LOCALE },
  device: { ...SCREEN, ...LOCALE, os_version: '17.4' },
}

/** An iPhone of another model with another language. */
export const OTHER_IPHONE: Phone = {
  ...IPHONE,
  report: { ...IPHONE.report, screen_width: 430, screen_height: 932, languages: ['tr-TR'] },
  device: { ...IPHONE.device, screen_width: 430, screen_height: 932, languages: ['tr-TR'] },
}

const PIXEL_SCREEN = { screen_width: 412, screen_height: 915, pixel_ratio: 2.625 }

export const PIXEL: Phone = {
  platform: 'android',
  agent: AGENTS.android,
  report: { ...PIXEL_SCREEN, ...LOCALE, platform_version: '14.0.0', model: 'Pixel 8' },
  device: { ...PIXEL_SCREEN, ...LOCALE, os_version: '14', model: 'Pixel 8' },
}

export interface ClickOptions {
  address?: string
  /** The query of the request, such as `?gclid=G`. */
  query?: string
  headers?: Record<string, string>
  /** False for a browser without JavaScript. */
  reports?: boolean
  /** Additional fields of the page's report. */
  report?: Record<string, unknown>
  /** The click's age; the rows are moved back by it. */
  minutesAgo?: number
  project?: TestProject
}

export type InstallOptions = Record<string, unknown> & { address?: string }

interface LinkRow {
  id: number
  code: string
}

/** The real API, with helpers that act as visitors and apps. */
export async function startScenarios(options: TestApiOptions = {}) {
  const api = await startTestApi({
    ...options,
    env: { TRUST_PROXY: '1', ...options.env },
    overrides: { ...TEST_MATCHING, ...options.overrides },
  })
  const make = seed(api)
  const settings = (data: Record<string, unknown>) =>
    api.database.prisma.project.update({ where: { id: api.project.id }, data })
  // Set, so that the tests do not depend on the release's default.
  await settings({ minConfidence: 0.95 })
  return {
    api,
    make,
    prisma: api.database.prisma,
    /** A deep link with a page in each store. */
    link: (columns: Record<string, unknown> = {}, project = api.project) =>
      make.link({ ...STORES, isDeeplink: true, ...columns }, project),
    settings,
    click: (link: LinkRow, phone: Phone, given: ClickOptions = {}) =>
      openLink(api, link, { ...given, phone }),
    install: (phone: Phone, given: InstallOptions = {}) => reportInstall(api, phone, given),
    explain: (installId: string) => explainInstall(api, installId),
    stored: (installId: string) => readStored(api, installId),
  }
}

export type Scenarios = Awaited<ReturnType<typeof startScenarios>>

/** An address that no other scenario uses. */
export function freshAddress(): string {
  lastAddress += 1
  return `203.0.${Math.floor(lastAddress / 250) + 113}.${(lastAddress % 250) + 1}`
}

let lastAddress = 0

const STORES = {
  androidUrl: 'https://play.google.com/store/apps/details?id=com.acme',
  iosUrl: 'https://apps.apple.com/app/id1',
}

/** Opens a link as a browser does, and sends the page's report. */
async function openLink(api: TestApi, link: LinkRow, given: ClickOptions & { phone: Phone }) {
  const { phone, address = freshAddress(), query = '', reports = true } = given
  const headers = { 'user-agent': phone.agent, 'x-forwarded-for': address, ...given.headers }
  const host = (given.project ?? api.project).linkHost
  const page = await api.visit('GET', `/${link.code}${query}`, { headers, host })
  if (page.status !== 200) throw new Error(`the link was answered ${page.status}`)
  const { prisma } = api.database
  const where = { linkId: link.id }
  const { id } = await prisma.click.findFirstOrThrow({ where, orderBy: { id: 'desc' } })
  const token = /data-token="([^"]+)"/.exec(page.text)?.[1]
  if (reports && token !== undefined) {
    const body = { token, visitor_id: randomUUID(), ...phone.report, ...given.report }
    const report = await api.visit('POST', '/api/visits', { headers, host, body })
    if (report.status !== 204) throw new Error(`the device report was answered ${report.status}`)
  }
  if (given.minutesAgo !== undefined) await moveBack(api, id, given.minutesAgo)
  return { id, page: page.text, hasReportToken: token !== undefined, ...storeParameters(page.text) }
}

async function moveBack(api: TestApi, clickId: string, minutes: number): Promise<void> {
  const { prisma } = api.database
  const createdAt = new Date(Date.now() - minutes * 60_000)
  await prisma.click.updateMany({ where: { id: clickId }, data: { createdAt } })
  await prisma.visit.updateMany({ where: { clickId }, data: { createdAt } })
}

/** The referrer that the page gives to Google Play, as the app reads it. */
function storeParameters(page: string): { referrer: string; clickToken: string | null } {
  const url = /href="(https:\/\/play\.google\.com[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
  const referrer = url === undefined ? '' : (new URL(url).searchParams.get('referrer') ?? '')
  return { referrer, clickToken: new URLSearchParams(referrer).get('click_token') }
}

/** Reports an install as a phone's app does, and returns the decision. */
async function reportInstall(api: TestApi, phone: Phone, given: InstallOptions) {
  const { address = freshAddress(), ...body } = given
  const installId = randomUUID()
  const answer = await api.sdk('POST', '/api/attribution/installs', {
    headers: { 'x-forwarded-for': address },
    body: { install_id: installId, platform: phone.platform, device: phone.device, ...body },
  })
  if (answer.status !== 200) throw new Error(`the install was answered ${answer.text}`)
  const storedId = answer.body.install_id as string
  const explained = await explainInstall(api, storedId)
  return { installId: storedId, answer: answer.body, explained }
}

async function explainInstall(
  api: TestApi,
  installId: string,
): Promise<InstallExplanation & { verdicts: Record<string, string> }> {
  const path = `/api/attribution/explain?install_id=${installId}`
  const { status, body } = await api.request('GET', path)
  if (status !== 200) throw new Error(`explain was answered ${status}`)
  const explanation = body as InstallExplanation
  const verdictOf = ({ click_id, verdict }: CandidateExplanation) => [click_id, verdict]
  const verdicts = Object.fromEntries((explanation.candidates ?? []).map(verdictOf))
  return { ...explanation, verdicts }
}

/** Every row that an install has written. */
async function readStored(api: TestApi, installId: string) {
  const { prisma } = api.database
  const where = { installId }
  const events = await prisma.event.findMany({ where })
  return {
    install: await prisma.install.findFirst({ where }),
    attributions: await prisma.attribution.findMany({ where }),
    events,
    deliveries: await prisma.delivery.findMany({
      where: { eventId: { in: events.map(({ id }) => id) } },
    }),
    claimed: (await prisma.click.findMany({ where: { consumedBy: installId } })).map(
      ({ id }) => id,
    ),
  }
}

/** The stored fields of an install that claimed nothing. */
export const NOTHING_CLAIMED = { attributions: [], events: [], deliveries: [], claimed: [] }

/** The response to an install that was not matched. */
export const NO_MATCH = { matched: false, match_type: null, confidence: 0, attribution: null }
