import type { Carried, Install } from '../world/episode.js'
import { call } from './call.js'
import type { PlayedTap } from './play-tap.js'
import type { Api, Site } from './site.js'

/** What an app was told. */
export interface InstallAnswer {
  matched: boolean
  match_type: string | null
  confidence: number
  reason: string | null
}

export interface PlayedInstall {
  install: Install
  /** One for each call. */
  answers: InstallAnswer[]
  /** Of the first call, with all that goes on beside it. */
  tookMs: number
}

/** The first opening of the app; further calls go to the other process at the same time. */
export async function playInstall(
  site: Site,
  install: Install,
  taps: ReadonlyMap<string, PlayedTap>,
): Promise<PlayedInstall> {
  const body = bodyOf(install, taps)
  const startedMs = performance.now()
  let tookMs = 0
  const answers = Array.from({ length: install.calls }, async (_, index) => {
    const text = await post(site, {
      install,
      body,
      api: index % 2 === 0 ? site.api : site.otherApi,
    })
    if (index === 0) tookMs = performance.now() - startedMs
    // The service's own answer, which its contract tests judge.
    return JSON.parse(text) as InstallAnswer
  })
  return { install, answers: await Promise.all(answers), tookMs }
}

interface Posting {
  api: Api
  install: Install
  body: object
}

function post({ projects }: Site, { api, install, body }: Posting): Promise<string> {
  return call(api, {
    method: 'POST',
    path: '/api/attribution/installs',
    host: api.host,
    address: install.address,
    headers: { 'x-project-key': projects[install.project].key },
    body,
    status: 200,
  })
}

/** Apps are opened some seconds after the system has put them there. */
const OPENED_AFTER_MS = 8_000

function bodyOf(install: Install, taps: ReadonlyMap<string, PlayedTap>) {
  return {
    install_id: install.id,
    platform: install.platform,
    device: install.device,
    installed_at: new Date(Date.now() - OPENED_AFTER_MS).toISOString(),
    ...carriedFields(install.carries, taps),
  }
}

function carriedFields(carries: Carried, taps: ReadonlyMap<string, PlayedTap>) {
  if (carries.kind === 'nothing') return {}
  if (carries.kind === 'organic_referrer')
    return { install_referrer: 'utm_source=google-play&utm_medium=organic' }
  const tap = taps.get(carries.tapId)
  const text = carries.kind === 'referrer' ? tap?.referrer : tap?.clipboard
  if (text == null) throw new Error(`the page of tap ${carries.tapId} gave no ${carries.kind}`)
  return carries.kind === 'referrer' ? { install_referrer: text } : { link_url: text }
}
