import { uuidFromBytes } from '@throughline/core/lib/ids'
import type { WorldClick } from '../world/episode.js'
import { call } from './call.js'
import type { MatchingInstallation } from './installation.js'
import type pg from 'pg'
import { waitFor } from '@throughline/testkit/wait-for'

export interface SimulatedClick {
  worldClick: WorldClick
  clickId: string
  code: string
  url: string
  /** The referrer that Google Play would pass to the app, or null. */
  referrer: string | null
  clipboard: string | null
}

/** Opens a link and reports the device, except for a Mac, which is redirected, and for an embedded image. */
export async function simulateClick(
  installation: MatchingInstallation,
  worldClick: WorldClick,
): Promise<SimulatedClick> {
  const { api, projects, linkBaseHost } = installation
  const project = projects[worldClick.project]
  const { address, browser } = worldClick
  const host = `${project.prefix}.${linkBaseHost}`
  const headers = { ...browser.headers, 'user-agent': browser.agent.text }
  const code = project.codes[worldClick.link] ?? ''
  const path = `/${code}?${worldClick.query}`
  const status = [200, 302]
  const { text: page } = await call(api, { method: 'GET', path, host, address, headers, status })
  const token = attributeOf(page, 'data-token')
  const isReported = token !== null && worldClick.isReported
  if (isReported)
    await call(api, {
      method: 'POST',
      path: '/api/visits',
      host,
      address,
      headers,
      body: { ...browser.report, token, visitor_id: worldClick.visitorId },
      status: [204],
    })
  return {
    worldClick,
    // Only a device report waits until its click is written.
    clickId: isReported ? clickIdOf(token) : await findClickId(installation.pool, worldClick.id),
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

/** A click can wait in the spool while the database is busy. */
const TIMEOUT_MS = 60_000

/** The stored click, by the `utm_content` that names it. @throws Error if it is never written */
function findClickId(pool: pg.Pool, worldClickId: string): Promise<string> {
  const find = async () => (await pool.query<{ id: string }>(FIND, [worldClickId])).rows[0]?.id
  return waitFor(find, { what: `the stored click of ${worldClickId}`, timeoutMs: TIMEOUT_MS })
}

/** Finds the click by the creation time in its id, which does not change when the click is aged. */
const FIND = `
SELECT id FROM clicks WHERE id >= uuid7_floor(now() - interval '2 minutes') AND params->>'utm_content' = $1`
