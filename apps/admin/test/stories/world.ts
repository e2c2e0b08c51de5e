import { readFile } from 'node:fs/promises'
import { startReceiver, type Receiver } from '@throughline/testkit/receiver'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { clickLink, reportInstall } from '../play-phone.js'
import { PASSWORD, startPanel, type PanelOptions, type RunningPanel } from '../running-panel.js'

export const OWNER = 'ada@example.com'
export const EDITOR = 'edsger@example.com'
export const VIEWER = 'grace@example.com'

/** What all stories share. The first story creates the owner, the link SPRING7 and webhook 1. */
export interface World {
  panel: RunningPanel
  receiver: Receiver
  /** An unmatched install, which the developer's story reports. */
  unmatchedId: string
  /** The address of a screen of the project. */
  at: (path: string) => string
  /** Calls the management API with every ability. @returns the body of a successful response */
  api: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>
  close: () => Promise<void>
}

/** Stories register their tests before the world exists. */
export type Stories = (world: () => World) => void

export async function startWorld(options: PanelOptions = {}): Promise<World> {
  const receiver = await startReceiver()
  const panel = await startPanel(options)
  const { url, project } = panel
  return {
    panel,
    receiver,
    unmatchedId: '',
    at: (path) => `${url}/admin/p/acme/${path}`,
    api: async (method, path, body) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          'x-project-key': project.projectKey,
          authorization: `Bearer ${project.adminToken}`,
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      return (await response.json()) as Record<string, unknown>
    },
    close: async () => {
      await panel.close()
      await receiver.close()
    },
  }
}

export const PLAY = 'https://play.google.com/store/apps/details?id=com.acme.shop'

/** A world in the state in which the first stories leave theirs, with a viewer. */
export async function startSeededWorld(options: PanelOptions = {}): Promise<World> {
  const world = await startWorld(options)
  try {
    await seed(world)
    return world
  } catch (error) {
    await world.close()
    throw error
  }
}

async function seed(world: World): Promise<void> {
  const { panel, receiver, api } = world
  const made = await panel.cli('user', 'create', '--email', OWNER, '--name', 'Ada', '--admin')
  const token = tokenOf(made['url'])
  await callPublic(panel, '/api/auth/reset', { token, new_password: PASSWORD })
  await addMember(world, { email: VIEWER, name: 'Grace', role: 'viewer' })
  await api('POST', '/api/links', {
    code: 'SPRING7',
    actual_url: 'https://shop.example.com/spring',
    is_deeplink: true,
    android_url: PLAY,
  })
  await api('POST', '/api/campaigns', { name: 'Posters', status: 'active' })
  await api('POST', '/api/webhooks', {
    url: receiver.url('/hook'),
    events: ['install_attributed'],
  })
  await reportInstall(panel, { referrer: await clickLink(panel, 'SPRING7') })
  world.unmatchedId = await reportInstall(panel, { platform: 'ios' })
  await receiver.waitForRequests(1)
}

/** A new user with a role in the project, who has a password. */
export async function addMember(
  { panel, api }: World,
  { email, name, role }: { email: string; name: string; role: 'viewer' | 'editor' },
): Promise<void> {
  const { url } = await api('POST', '/api/project/invitations', { email, role })
  const body = { token: tokenOf(url), name, new_password: PASSWORD }
  await callPublic(panel, '/api/auth/join', body)
}

const tokenOf = (url: unknown) => String(url).split('#').at(-1) ?? ''

async function callPublic({ url }: RunningPanel, path: string, body: object): Promise<void> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'X-Throughline-Panel': '1', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

const LANES = 3

/** Checks screens in several tabs at a time, because most of the time is spent waiting for the network. */
export async function inTabs(
  context: BrowserContext,
  screens: readonly string[],
  look: (page: Page, screen: string) => Promise<void>,
): Promise<void> {
  const left = [...screens]
  const lane = async () => {
    const page = await context.newPage()
    for (let screen = left.shift(); screen !== undefined; screen = left.shift())
      await look(page, screen)
    await page.close()
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name })
}

export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole('heading', { level: 1, name })
}

/** Downloads the list of a screen. @returns the name of the file and its lines, the header first */
export async function downloadCsv(page: Page): Promise<{ name: string; lines: string[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV', exact: true }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  return { name: download.suggestedFilename(), lines: text.trimEnd().split('\r\n') }
}
