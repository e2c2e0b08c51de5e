import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPage, EXAMPLE_PAGE, PANEL_PAGE } from '@throughline/stack/build-page'
import { examplePaths } from '@throughline/stack/example/example-paths'
import {
  openPagePort,
  servePage,
  type PagePort,
  type ServedPage,
} from '@throughline/stack/example/serve-page'
import { freePort } from '@throughline/stack/ports'
import { withClient } from '@throughline/stack/postgres/connect'
import { launchBrowser } from '@throughline/testkit/chromium'
import { builtApp, builtApps } from '@throughline/testkit/built-app'
import { startInstallation } from '@throughline/testkit/installation'
import { createProject, type ProjectAccess } from '@throughline/testkit/installation/project'
import type { Service } from '@throughline/testkit/installation/service'
import { runNode } from '@throughline/testkit/node-program'
import { createTestDatabase } from '@throughline/testkit/test-database'
import { storiesQueue } from '@throughline/testkit/test-env'
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { openFront, PANEL_HOST } from './panel-front.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const PATIENCE_MS = 20_000
const TELL_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('Content Security Policy: ' + event.violatedDirective + ' ' + event.blockedURI))`

/** A name of another site, which leads to this machine too. */
export const OTHER_HOST = 'other.test'
/** Chromium would try IPv6 first for `*.localhost`, and then clicks and installs had different addresses. */
const HOSTS = ['*.localhost', PANEL_HOST, OTHER_HOST]

/** How the panel names a file that did not arrive. */
const INTERRUPTED = /^Error: A file of this screen is missing/
/** Chromium's word for a request that the page itself gave up, by going to another address. */
const GIVEN_UP = 'net::ERR_ABORTED'
const isPanelFile = (request: Request) => request.url().includes('/admin/assets/')

export const PASSWORD = 'correct horse battery'

export interface PanelOptions {
  /** Serves the panel at `panel.test`, with or without TLS. Default: at the API's own address on loopback. */
  front?: 'http' | 'https'
  /** Whether the API serves a copy of the panel's files, which the test may change. */
  copiesFiles?: boolean
}

export interface RunningPanel {
  /** The address of the API and the panel. */
  url: string
  /** The port of link hosts, at which nothing listens: a story can start a server there. */
  linkPort: number
  /** The folder of the panel's files. */
  filesDir: string
  /** The process of the API. */
  api: Pick<Service, 'start' | 'stop'>
  project: ProjectAccess
  browser: Browser
  /** Violations of the content security policy and script errors, of every browser that was opened. */
  faults: string[]
  open(options?: BrowserContextOptions): Promise<[BrowserContext, Page]>
  /** Opens the panel signed in, with an earlier story's session if there is one. @param path below `/admin/p/acme/` */
  openAs(
    email: string,
    path: string,
    options?: BrowserContextOptions,
  ): Promise<[BrowserContext, Page]>
  /** @param arrivesAt the address that `path` redirects to */
  signIn(page: Page, email: string, path: string, arrivesAt?: string): Promise<void>
  /** Runs a command that prints JSON. */
  cli(...args: string[]): Promise<Record<string, unknown>>
  /** Queries the installation's database. */
  query(sql: string): Promise<unknown[]>
  close(): Promise<void>
}

/**
 * PostgreSQL, API, worker, sample receiver, sample app and Chromium, with one project `acme`. The link host is
 * `acme.localhost`.
 */
export async function startPanel(options: PanelOptions = {}): Promise<RunningPanel> {
  const signal = new AbortController().signal
  const [panelDir, exampleDir] = await Promise.all(
    [PANEL_PAGE, EXAMPLE_PAGE].map((page) => buildPage({ root: ROOT, page, signal })),
  )
  const files = await panelFiles(panelDir ?? '', options)
  const front = options.front === undefined ? null : await openFront(options.front)
  const phone = await openPagePort(await freePort())
  const linkPort = await freePort()
  const programs = { folder: await builtApps() }
  const database = await createTestDatabase()
  const installation = await startInstallation({
    apis: 1,
    workers: 1,
    databaseUrl: database.url,
    programs,
    backend: storiesQueue(),
    env: {
      PANEL_DIR: files.folder,
      ...(front === null ? {} : { PUBLIC_URL: front.url }),
      SAMPLE_APP_URL: phone.url,
      SAMPLE_RECEIVER_PORT: String(await freePort()),
      LINK_BASE_HOST: `localhost:${linkPort}`,
      DELIVERY_ALLOW_NETS: '',
      DELIVERY_ALLOW_LOOPBACK: 'true',
      RETRY_BASE_MS: '20',
      // Stories sign in more often than people do.
      RATE_LIMITS: JSON.stringify({ sign_in: 0 }),
    },
  })
  const { env } = installation
  const [api] = installation.apis
  if (api === undefined) throw new Error('The installation has no API')
  front?.forwardTo(api.port)
  const url = env['PUBLIC_URL'] ?? ''
  const project = await createProject(installation, { name: 'Acme Shoes', prefix: 'acme' })
  const app = await serveSampleApp(exampleDir ?? '', { at: phone, url, project })
  const browser = await launchBrowser(HOSTS)
  const faults: string[] = []
  const open: RunningPanel['open'] = async (options = {}) => {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
    context.setDefaultTimeout(PATIENCE_MS)
    await context.addInitScript({ content: TELL_VIOLATIONS })
    context.on('page', (page) => listen(page, faults))
    const page = await context.newPage()
    return [context, page]
  }
  const signIn: RunningPanel['signIn'] = async (page, email, path, arrivesAt = path) => {
    await page.goto(`${url}/admin${path}`)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${url}/admin${arrivesAt}`)
  }
  const sessions = new Map<string, BrowserContextOptions['storageState'] & object>()
  return {
    url,
    linkPort,
    project,
    browser,
    faults,
    open,
    signIn,
    api,
    filesDir: files.folder,
    openAs: async (email, path, options = {}) => {
      const storageState = sessions.get(email)
      const opened = await open(storageState === undefined ? options : { ...options, storageState })
      const [context, page] = opened
      if (storageState === undefined) {
        await signIn(page, email, `/p/acme/${path}`)
        sessions.set(email, await context.storageState())
      } else await page.goto(`${url}/admin/p/acme/${path}`)
      return opened
    },
    cli: async (...args) => {
      const needed = [
        'DATABASE_URL',
        'PUBLIC_URL',
        'LINK_BASE_HOST',
        'SECRETS_KEYS',
        'THROUGHLINE_HOME',
      ]
      const own = Object.fromEntries(needed.map((name) => [name, env[name] ?? '']))
      const { code, stdout, stderr } = await runNode(
        [await builtApp('cli'), ...args, '--json'],
        own,
      )
      if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}${stdout}`)
      return JSON.parse(stdout) as Record<string, unknown>
    },
    query: (sql) => withClient(database.url, async (client) => (await client.query(sql)).rows),
    close: async () => {
      await browser.close()
      await app.close()
      await front?.close()
      await installation.close()
      await database.drop()
      await files.remove()
    },
  }
}

async function panelFiles(built: string, { copiesFiles = false }: PanelOptions) {
  if (!copiesFiles) return { folder: built, remove: () => Promise.resolve() }
  const folder = await mkdtemp(join(tmpdir(), 'throughline-panel-'))
  await cp(built, folder, { recursive: true })
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** The phone of `npm start`, for links of any project. */
function serveSampleApp(
  folder: string,
  { at, url, project }: { at: PagePort; url: string; project: ProjectAccess },
): Promise<ServedPage> {
  const { projectKey, linkHost } = project
  const linkServerUrl = url.replace('localhost', '127.0.0.1')
  return servePage(
    folder,
    // The panel names the project with each link.
    { publicKey: projectKey, projectId: '', baseUrl: url, linkHost },
    {
      at,
      ownPaths: (exampleUrl) =>
        examplePaths({ publicUrl: url, linkServerUrl, projectKey, adminToken: null, exampleUrl }),
    },
  )
}

function listen(page: Page, faults: string[]): void {
  let hasLeft = false
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    if (!isPanelFile(request)) return
    if (reason === GIVEN_UP) hasLeft = true
    else faults.push(`A file of the panel is missing: ${reason ?? ''} ${request.url()}`)
  })
  page.on('response', (response) => {
    if (isPanelFile(response.request()) && response.status() >= 400)
      faults.push(`A file of the panel is missing: ${response.status()} ${response.url()}`)
  })
  page.on('console', (message) => {
    // A browser reports every response with status 400 or higher, also the 401 of a page without a session.
    const isAnswer = message.text().startsWith('Failed to load resource')
    const isInterrupted = hasLeft && INTERRUPTED.test(message.text())
    if (message.type() === 'error' && !isAnswer && !isInterrupted) faults.push(message.text())
  })
  page.on('pageerror', ({ message }) => faults.push(message))
}
