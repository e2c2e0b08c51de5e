import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

import { buildPage } from '../src/example/build-page.js'
import { servePage, type ServedPage } from '../src/example/serve-page.js'
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
  it('is built once for one state of its sources, and loads nothing from elsewhere', async () => {
    const [one, other] = await Promise.all([
      buildPage({ root, signal: never }),
      buildPage({ root, signal: never }),
    ])
    expect(other).toBe(one)
    const page = await readFile(join(one, 'index.html'), 'utf8')
    const loaded = [...page.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]*)"/g)].map(
      ([, url]) => url,
    )
    expect(loaded.sort()).toEqual([
      expect.stringMatching(/^\.\/assets\/index-/),
      expect.stringMatching(/^\.\/assets\/index-/),
      'data:,',
    ])
  })

  it('is left out, with the reason, where it can’t be built', async () => {
    const lines: string[] = []
    const context = { print: (line: string) => void lines.push(line), signal: never }
    const building = buildPage({ root: scratch.home, signal: never })
    const where = { building, publicUrl: 'http://localhost:3000', firstPort: 3002 }
    expect(await startExample(demo, where, context)).toBeNull()
    expect(lines).toEqual([
      expect.stringMatching(/^The example app is left out: ENOENT: .*index\.html/),
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
    page = await servePage(folder, settings, await freePort())
  })
  afterAll(() => page.close())

  const get = (path: string, method = 'GET') => fetch(`${page.url}${path}`, { method })

  it('serves the page with its settings, and lets it speak to the API alone', async () => {
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
  ])('answers %s %s with %i', async (method, path, status) => {
    expect((await get(path, method)).status).toBe(status)
  })

  it('takes the next port when the one that is wanted is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const other = await servePage(folder, settings, port)
    expect(Number(new URL(other.url).port)).not.toBe(port)
    expect((await fetch(other.url)).status).toBe(200)
    await other.close()
    taken.close()
  })
})
