import { once } from 'node:events'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

import { buildPage, EXAMPLE_PAGE } from '../src/build-page.js'
import { examplePaths } from '../src/example/example-paths.js'
import { closePage, openPagePort, servePage, type ServedPage } from '../src/example/serve-page.js'
import { startExample } from '../src/launch/start-example.js'
import { freePort } from '../src/ports.js'
import { makeScratch, type Scratch } from './scratch.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const settings = {
  publicKey: 'key',
  projectId: 'id',
  baseUrl: 'https://api.acme.com/base',
  linkHost: 'acme.links.example',
}
const demo = {
  projectKey: 'key',
  projectId: 'id',
  linkHost: 'acme.links.example',
  adminToken: null,
}
const never = new AbortController().signal

let scratch: Scratch
beforeAll(async () => {
  scratch = await makeScratch()
})
afterAll(() => scratch.end())

describe('the example app', () => {
  it('is built once for each state of its sources, and loads nothing from other hosts', async () => {
    const [one, other] = await Promise.all([
      buildPage({ root, page: EXAMPLE_PAGE, signal: never }),
      buildPage({ root, page: EXAMPLE_PAGE, signal: never }),
    ])
    expect(other).toBe(one)
    const page = await readFile(join(one, 'index.html'), 'utf8')
    const loaded = [...page.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]*)"/g)].map(
      ([, url]) => url,
    )
    expect(loaded).toContain('data:,')
    for (const url of loaded) expect(url).toMatch(/^(\.\/assets\/|data:,$)/)
  })

  it('keeps the hashed files of the previous build, for open tabs', async () => {
    const home = join(scratch.home, 'kept')
    const app = join(home, 'apps', 'panel')
    await mkdir(app, { recursive: true })
    await symlink(join(root, 'node_modules'), join(app, 'node_modules'))
    await writeFile(join(app, 'index.html'), '<script type="module" src="./main.js"></script>')
    const page = { app: 'panel', sources: ['apps/panel/main.js'], isKeptOpen: true }
    const build = async (version: string) => {
      await writeFile(join(app, 'main.js'), `document.title = '${version}'`)
      return buildPage({ root: home, page, signal: never })
    }
    const first = await readdir(join(await build('first'), 'assets'))
    const second = await build('second')
    expect(await readdir(join(second, 'assets-before'))).toEqual(first)
    const third = await build('third')
    expect(await readdir(join(third, 'assets-before'))).toEqual(
      await readdir(join(second, 'assets')),
    )
  })

  it('is omitted, with the reason, if the build fails', async () => {
    const lines: string[] = []
    const context = { print: (line: string) => void lines.push(line), signal: never }
    const building = buildPage({ root: scratch.home, page: EXAMPLE_PAGE, signal: never })
    const url = 'http://localhost:3000'
    const at = await openPagePort(await freePort())
    const where = { building, publicUrl: url, linkServerUrl: url, host: null, at }
    expect(await startExample(demo, where, context)).toBeNull()
    expect((await fetch(at.url)).status).toBe(503)
    await closePage(at)
    expect(lines).toEqual([
      expect.stringMatching(/^Could not start the example app: ENOENT: .*index\.html/),
    ])
  })
})

describe('its server', () => {
  let folder: string
  let page: ServedPage
  beforeAll(async () => {
    folder = join(scratch.home, 'page')
    await mkdir(join(folder, 'assets'), { recursive: true })
    await writeFile(join(folder, 'index.html'), '<!doctype html>')
    await writeFile(join(folder, 'assets', 'index-1.js'), 'export {}')
    page = await servePage(folder, settings, { at: await openPagePort(await freePort()) })
  })
  afterAll(() => page.close())

  const get = (path: string, method = 'GET') => fetch(`${page.url}${path}`, { method })

  it('serves the page with its settings, and allows it to call only the API', async () => {
    const [start, script, config] = await Promise.all(
      ['/?x=1', '/assets/index-1.js', '/config.json'].map((path) => get(path)),
    )
    expect(await start?.text()).toBe('<!doctype html>')
    expect(start?.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(start?.headers.get('content-security-policy')).toContain(
      `connect-src 'self' https://api.acme.com;`,
    )
    expect(script?.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(await config?.json()).toEqual(settings)
  })

  it.each([
    ['GET', '/index.htm', 404],
    ['GET', '/../package.json', 404],
    ['GET', '/%2e%2e/package.json', 404],
    ['POST', '/', 405],
  ])('responds to %s %s with %i', async (method, path, status) => {
    expect((await get(path, method)).status).toBe(status)
  })

  it('uses the next port if the configured one is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const other = await servePage(folder, settings, { at: await openPagePort(port) })
    expect(Number(new URL(other.url).port)).not.toBe(port)
    expect((await fetch(other.url)).status).toBe(200)
    await other.close()
    taken.close()
  })
})

describe('its phone and its backend', () => {
  const LANDING_PAGE = `<a href="service-id://open?a=1&amp;b=2">Open</a>
<a href="https://play.google.com/store/apps/details?id=com.acme&amp;referrer=x%3Dy">Get</a>
<script nonce="n">location = 1</script>`
  let page: ServedPage
  let api: ReturnType<typeof createHttpServer>
  const requests: { url: string; host: string; agent: string }[] = []
  beforeAll(async () => {
    api = createHttpServer(({ url = '', headers }, response) => {
      const { host = '', 'user-agent': agent = '' } = headers
      requests.push({ url, host, agent })
      response.setHeader('content-type', 'text/html').end(LANDING_PAGE)
    }).listen(0, '127.0.0.1')
    await once(api, 'listening')
    const address = api.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const linkServerUrl = `http://127.0.0.1:${port}`
    const parts = { ...demo, publicUrl: 'http://localhost:3000', linkServerUrl }
    page = await servePage(scratch.home, settings, {
      at: await openPagePort(await freePort()),
      ownPaths: (exampleUrl) => examplePaths({ ...parts, exampleUrl }),
    })
  })
  afterAll(async () => {
    await page.close()
    api.close()
  })

  it('follows a link as a phone would, through the landing page to the example', async () => {
    const response = await fetch(`${page.url}/phone/acme.links.example/AB12?gclid=a%2Bb`)
    const [request] = requests
    expect(request).toMatchObject({ url: '/AB12?gclid=a%2Bb', host: 'acme.links.example' })
    expect(request?.agent).toContain('Android')
    const html = await response.text()
    expect(html).not.toContain('script')
    const hashes = [...html.matchAll(/href="\/#([^"]+)" target="_top"/g)].map(([, hash]) => hash)
    expect(hashes.map((hash) => decodeURIComponent(hash ?? ''))).toEqual([
      'open=service-id://open?a=1&b=2',
      'store=https://play.google.com/store/apps/details?id=com.acme&referrer=x%3Dy',
    ])
  })

  it.each(['/phone/AB12', '/phone/localhost:3000/api/webhooks', '/phone//AB12'])(
    'requests only short links, and not %s',
    async (path) => {
      const before = requests.length
      expect((await fetch(`${page.url}${path}`)).status).toBe(404)
      expect(requests.length).toBe(before)
    },
  )

  it('says what to do if the API does not respond or there is no token', async () => {
    const owner = (await (await fetch(`${page.url}/owner.json`)).json()) as { problems: string[] }
    expect(owner.problems).toEqual([expect.stringContaining('THROUGHLINE_HOME=')])
    expect((await fetch(`${page.url}/owner/webhook`, { method: 'POST' })).status).toBe(405)
    api.close()
    api.closeAllConnections()
    const phone = await fetch(`${page.url}/phone/acme.links.example/AB12`)
    expect(phone.status).toBe(502)
    expect(await phone.text()).toMatch(/^The API does not respond .* terminal of npm start/)
  })
})
