import { uuidFromBytes } from '@throughline/core/lib/ids'
import type { Tap } from '../world/episode.js'
import { call } from './call.js'
import type { MatchingInstallation } from './installation.js'
import type pg from 'pg'
import { waitFor } from '@throughline/testkit/wait-for'

/** A tap as it was answered. */
export interface PlayedTap {
  tap: Tap
  clickId: string
  /** The code of the link that was opened. */
  code: string
  /** That link. */
  url: string
  /** What Play would hand to the app, or null. */
  referrer: string | null
  /** What a tap on the page would have copied, or null. */
  clipboard: string | null
}

/**
 * Opens a link and reports the device, as a phone with its landing page does. Who is sent on at once, as a Mac is, or
 * loads the link without looking at it reports nothing.
 */
export async function playTap(installation: MatchingInstallation, tap: Tap): Promise<PlayedTap> {
  const { api, projects, linkBaseHost } = installation
  const project = projects[tap.project]
  const { address, browser } = tap
  const host = `${project.prefix}.${linkBaseHost}`
  const headers = { ...browser.headers, 'user-agent': browser.agent.text }
  const code = project.codes[tap.link] ?? ''
  const path = `/${code}?${tap.query}`
  const status = [200, 302]
  const { text: page } = await call(api, { method: 'GET', path, host, address, headers, status })
  const token = attributeOf(page, 'data-token')
  const isReported = token !== null && tap.isReported
  if (isReported)
    await call(api, {
      method: 'POST',
      path: '/api/visits',
      host,
      address,
      headers,
      body: { ...browser.report, token, visitor_id: tap.visitorId },
      status: [204],
    })
  return {
    tap,
    // Only a report waits until its click is written.
    clickId: isReported ? clickIdOf(token) : await findClickId(installation.pool, tap.id),
    code,
    url: `https://${host}/${code}`,
    referrer: referrerOf(page),
    clipboard: attributeOf(page, 'data-clip'),
  }
}

/** A report token begins with the 16 bytes of its click's id. */
function clickIdOf(token: string): string {
  return uuidFromBytes(Buffer.from(token, 'base64url').subarray(0, 16))
}

function referrerOf(page: string): string | null {
  const store = [...page.matchAll(/href="([^"]*)"/g)]
    .map(([, href = '']) => unescapeHtml(href))
    .find((href) => href.includes('play.google.com'))
  return store === undefined ? null : new URL(store).searchParams.get('referrer')
}

function attributeOf(page: string, name: string): string | null {
  const value = new RegExp(`${name}="([^"]*)"`).exec(page)?.[1]
  return value === undefined ? null : unescapeHtml(value)
}

function unescapeHtml(text: string): string {
  return text.replace(/&(?:amp|#38);/g, '&').replace(/&(?:#39|#x27);/g, "'")
}

/** A click waits in the spool while the database is busy. */
const TIMEOUT_MS = 60_000

/**
 * The click that a tap became, by the `utm_content` that names it; waits until it is written.
 *
 * @throws Error when it never is
 */
function findClickId(pool: pg.Pool, tapId: string): Promise<string> {
  const find = async () => (await pool.query<{ id: string }>(FIND, [tapId])).rows[0]?.id
  return waitFor(find, { what: `the click of the tap ${tapId}`, timeoutMs: TIMEOUT_MS })
}

/** Ids carry the time at which they were made, whatever the click's age is moved to. */
const FIND = `
SELECT id FROM clicks WHERE id >= uuid7_floor(now() - interval '2 minutes') AND params->>'utm_content' = $1`
