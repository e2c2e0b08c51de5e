import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { inTransaction } from '@throughline/db/connection/database'
import {
  deleteTestClick,
  findTestClick,
  moveTestClick,
  type TestClickKey,
} from '@throughline/db/clicks/test-clicks'
import { findLinkByCode } from '@throughline/db/links/links'
import { problemText, unreachable } from '../ask-api.js'
import { openOnPhone, type Reply } from '../rehearse/installation.js'
import { readLandingPage } from '../rehearse/phone.js'
import type { Notes } from '../rehearse/timeline.js'
import type { SimulateOptions, Stage } from './stage.js'

/** The data of a click that the phone stores. */
export interface SimulatedClick {
  id: string
  code: string
  minutes_before_install: number
  /** The referrer that Google Play passes to the app, or null. */
  referrer: string | null
  /** The clipboard text that the app reads, or null. */
  clipboard_url: string | null
}

const TEST_HEADERS = { 'x-throughline-test': '1' }

/** Opens the link on the phone, lets its landing page report the device, and moves the click back in time. */
export async function openLink(stage: Stage, options: SimulateOptions): Promise<SimulatedClick> {
  const { context, timeline } = stage
  const code = options.link ?? ''
  const { page, click } = await timeline.step('the phone opens the link', (notes) =>
    visit(stage, { code, path: pathOf(code, options), notes }),
  )
  try {
    const { reportToken } = page
    if (reportToken !== null)
      await timeline.step('the landing page reports the device', (notes) =>
        reportDevice(stage, reportToken, notes),
      )
    if (options.minutes > 0)
      await timeline.step(`${options.minutes} min pass: the click is moved back`, () =>
        inTransaction(context.database, (db) => moveTestClick(db, click, options.minutes)),
      )
  } catch (error) {
    await removeClick(stage, { id: click.clickId })
    throw error
  }
  return {
    id: click.clickId,
    code,
    minutes_before_install: options.minutes,
    referrer: page.referrer,
    clipboard_url: page.clipboardUrl,
  }
}

/** Deletes the test click, so that later simulations from this address do not find it. */
export function removeClick(
  { context, project }: Pick<Stage, 'context' | 'project'>,
  { id }: Pick<SimulatedClick, 'id'>,
): Promise<void> {
  return inTransaction(context.database, (db) =>
    deleteTestClick(db, { projectId: project.id, clickId: id }),
  )
}

function pathOf(code: string, { gclid, fbclid }: SimulateOptions): string {
  const query = new URLSearchParams()
  if (gclid !== undefined) query.set('gclid', gclid)
  if (fbclid !== undefined) query.set('fbclid', fbclid)
  return query.size === 0 ? `/${code}` : `/${code}?${query.toString()}`
}

async function visit(
  stage: Stage,
  { code, path, notes }: { code: string; path: string; notes: Notes },
) {
  const { linkHost, phone } = stage
  const since = new Date()
  const reply = await request(stage, { method: 'GET', path, headers: TEST_HEADERS })
  notes.push(`GET ${path} on ${linkHost.host}`, phone.userAgent)
  if (reply.status === 200)
    notes.push(`200, landing page of ${Buffer.byteLength(reply.text)} bytes`)
  else if (reply.status >= 300 && reply.status < 400)
    notes.push(`${reply.status} to ${String(reply.headers['location'])}`)
  else throw new Error(problemText(reply, `GET ${path}`))
  const click = await findClick(stage, code, since)
  notes.push(`click ${click.clickId}, marked as a test`)
  if (reply.status !== 200)
    notes.push(
      'no landing page: the link is not a deep link, so the install cannot be matched to the click',
    )
  return { page: readLandingPage(reply.text), click }
}

/** The link host responds after it has stored the click in the database or in a spool. */
async function findClick(stage: Stage, code: string, since: Date): Promise<TestClickKey> {
  const { context, project } = stage
  const db = context.database.prisma
  const link = await findLinkByCode(db, project.id, code)
  const from = new Date(since.getTime() - CLOCK_SKEW_MS)
  for (let tries = 0; link !== null && tries < MAX_TRIES; tries += 1) {
    const click = await findTestClick(db, { projectId: project.id, linkId: link.id, since: from })
    if (click !== null) return click
    await setTimeout(100)
  }
  throw new Error(
    'The database contains no test click. The link may have expired, or the API may be an older release.',
  )
}

/** Tolerated difference between the clocks of this machine and the API. */
const CLOCK_SKEW_MS = 60_000
const MAX_TRIES = 50

async function reportDevice(stage: Stage, token: string, notes: Notes): Promise<void> {
  const { report } = stage.phone
  const body = { token, visitor_id: randomUUID(), ...report }
  const reply = await request(stage, { method: 'POST', path: '/api/visits', body })
  if (reply.status !== 204) throw new Error(problemText(reply, 'POST /api/visits'))
  notes.push(`POST /api/visits: ${JSON.stringify(report)}`)
}

function request(
  { linkHost, phone }: Stage,
  what: Omit<Parameters<typeof openOnPhone>[1], 'userAgent'>,
): Promise<Reply> {
  const where = { publicUrl: linkHost.url, linkHost: linkHost.host }
  return openOnPhone(where, { ...what, userAgent: phone.userAgent }).catch((error: unknown) => {
    throw unreachable(linkHost.url, error)
  })
}
