import type { Carried, Install, WorldClick } from '../world/episode.js'
import { call, type CallAnswer } from './call.js'
import type { SimulatedClick } from './simulate-click.js'
import { API_HOST, type Api, type MatchingInstallation } from './installation.js'

export interface InstallAnswer {
  matched: boolean
  match_type: string | null
  confidence: number
  reason: string | null
}

export interface SimulatedInstall {
  install: Install
  body: InstallRequest
  answers: InstallAnswer[]
  /** Duration of the first call, including concurrent load. */
  tookMs: number
}

/** Reports the first opening of the app. Repeated calls go to the other process concurrently. */
export async function simulateInstall(
  installation: MatchingInstallation,
  install: Install,
  worldClicks: ReadonlyMap<string, SimulatedClick>,
): Promise<SimulatedInstall> {
  const body = bodyOf(install, worldClicks)
  const startedMs = performance.now()
  let tookMs = 0
  const answers = Array.from({ length: install.calls }, async (_, index) => {
    const { text } = await post(installation, {
      install,
      body,
      api: index % 2 === 0 ? installation.api : installation.otherApi,
    })
    if (index === 0) tookMs = performance.now() - startedMs
    return JSON.parse(text) as InstallAnswer
  })
  return { install, body, answers: await Promise.all(answers), tookMs }
}

interface Posting {
  api: Api
  install: Install
  body: InstallRequest
}

function post(
  { projects }: MatchingInstallation,
  { api, install, body }: Posting,
): Promise<CallAnswer> {
  return call(api, {
    method: 'POST',
    path: '/api/attribution/installs',
    host: API_HOST,
    address: install.address,
    headers: { 'x-project-key': projects[install.project].key },
    body,
    status: [200],
  })
}

export interface InstallRequest {
  install_id: string
  platform: Install['platform']
  device: Install['device']
  installed_at: string
  install_begin_at?: string
  referrer_click_at?: string
  consent?: boolean
  install_referrer?: string
  link_url?: string
}

/** Times are relative to the time of the call, which represents the time of the install. */
function bodyOf(
  install: Install,
  worldClicks: ReadonlyMap<string, SimulatedClick>,
): InstallRequest {
  const { carries, consent, beganAtMinutes } = install
  const at = (minutes: number) =>
    new Date(Date.now() + (minutes - install.atMinutes) * 60_000).toISOString()
  const worldClick =
    'worldClickId' in carries ? worldClicks.get(carries.worldClickId)?.worldClick : undefined
  const openedAt = storeOpenedAt(install, worldClick)
  return {
    install_id: install.id,
    platform: install.platform,
    device: install.device,
    installed_at: at(beganAtMinutes),
    ...(install.platform === 'android' ? { install_begin_at: at(beganAtMinutes) } : {}),
    ...(openedAt === null ? {} : { referrer_click_at: at(openedAt) }),
    ...(consent === null ? {} : { consent }),
    ...carriedFields(carries, worldClicks),
  }
}

const STORE_OPENED_AFTER_MINUTES = 0.1

/** When a link opened the Play page, according to Play, in minutes; null if Play reports no time. */
export function storeOpenedAt(
  { platform }: Install,
  worldClick: WorldClick | undefined,
): number | null {
  if (platform !== 'android' || worldClick === undefined) return null
  return worldClick.atMinutes + STORE_OPENED_AFTER_MINUTES
}

function carriedFields(carries: Carried, worldClicks: ReadonlyMap<string, SimulatedClick>) {
  if (carries.kind === 'nothing') return {}
  if ('referrer' in carries) return { install_referrer: carries.referrer }
  const worldClick = worldClicks.get(carries.worldClickId)
  if (worldClick === undefined)
    throw new Error(`the click ${carries.worldClickId} was not simulated`)
  return namedFields(carries, worldClick)
}

type Naming = Extract<Carried, { worldClickId: string }>

function namedFields(carries: Naming, simulated: SimulatedClick) {
  const { worldClick, code, url, referrer, clipboard } = simulated
  switch (carries.kind) {
    case 'code':
      // Android sends the code in the referrer, iOS in a copied link.
      return carries.platform === 'android'
        ? { install_referrer: `dyna_code=${code}` }
        : { link_url: url }
    case 'forged_token':
      return { install_referrer: forge(required(referrer, worldClick.id), carries.hasCode) }
    case 'referrer':
      return { install_referrer: required(referrer, worldClick.id) }
    case 'clipboard':
      return { link_url: required(clipboard, worldClick.id) }
  }
}

function required(text: string | null, worldClickId: string): string {
  if (text === null) throw new Error(`the page of click ${worldClickId} gave no token`)
  return text
}

/** Returns the referrer with a forged token: one letter of the MAC is changed. Omits the code if `hasCode` is false. */
function forge(referrer: string, hasCode: boolean): string {
  const parameters = new URLSearchParams(referrer)
  const token = parameters.get('click_token') ?? ''
  const letter = token.at(-4) === 'A' ? 'B' : 'A'
  parameters.set('click_token', `${token.slice(0, -4)}${letter}${token.slice(-3)}`)
  if (!hasCode) parameters.delete('dyna_code')
  return parameters.toString()
}
