import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { describeInBrowser, openPhone } from '@throughline/testkit/browser'
import { launchBrowser } from '@throughline/testkit/chromium'
import type { Browser } from 'playwright-core'
import { readGuides } from '../src/docs/guides.js'
import { buildOpenApi } from '../src/docs/openapi.js'
import type { Route } from '../src/http/route.js'
import { keyedRoutes, routes } from '../src/routes.js'
import { createMemberOf } from './accounts.js'
import { nameOf, pathOf } from './each-route.js'
import { startTestApi, type TestApi } from './harness.js'
import type { TestRequest } from './send-request.js'

type Json = Record<string, unknown>
interface Operation {
  description?: string
  summary: string
  tags: string[]
  parameters?: { name: string; description?: string }[]
  externalDocs?: { url: string }
}

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const guides = [{ name: 'receive-webhooks', title: 'Webhooks', markdown: '# Webhooks' }]
const document = buildOpenApi(routes, 'https://api.example', guides) as unknown as {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Json }
  tags: { name: string; description: string; externalDocs?: { url: string } }[]
}
const operations = [document.paths, document.webhooks].flatMap((paths) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  ),
)

describe('the words of the API reference', () => {
  it.each(operations)('describe %s in two to four sentences', (_name, operation) => {
    const sentences = (operation.description ?? '')
      .split(/[.!?](?=\s|$)/)
      .filter((one) => one !== '')
    expect([sentences, sentences.length >= 2 && sentences.length <= 4]).toEqual([sentences, true])
    expect(operation.summary).not.toMatch(/\.$/)
  })

  it('describe every parameter', () => {
    const silent = operations.flatMap(([name, { parameters = [] }]) =>
      parameters.filter((one) => !one.description).map((one) => `${name} ${one.name}`),
    )
    expect(silent).toEqual([])
  })

  it('describe every property of every body', () => {
    expect([...silentProperties(document, '')]).toEqual([])
  })

  it('describe every tag, and link tags and operations to their guide', () => {
    const used = new Set(operations.flatMap(([, { tags }]) => tags))
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort())
    for (const { description } of document.tags) expect(description).toMatch(/\w.*\.$/)
    const link = { description: 'Guide: Webhooks', url: '/docs/guides/receive-webhooks' }
    expect(document.tags.find(({ name }) => name === 'Webhooks')?.externalDocs).toEqual(link)
    expect(document.paths['/api/webhooks']?.['post']?.externalDocs).toEqual(link)
    expect(document.paths['/api/campaigns']?.['post']?.externalDocs).toBeUndefined()
  })
})

describe('the examples of the API reference', () => {
  const withBody = routes.filter((route) => route.body !== undefined)

  it('exist for every body', () => {
    expect(withBody.filter(({ example }) => example === undefined).map(nameOf)).toEqual([])
  })

  it('succeed as they are', async () => {
    const answers: Json = {}
    const keyed = keyedRoutes.filter((route) => route.body !== undefined)
    for (const route of keyed) {
      const { status, text } = await api.request(
        route.method.toUpperCase(),
        pathOf(route, await existing(route)),
        { ...(await callerOf(route)), body: route.example },
      )
      answers[nameOf(route)] = status < 300 ? 'succeeded' : `${status} ${text}`
    }
    expect(answers).toEqual(Object.fromEntries(keyed.map((one) => [nameOf(one), 'succeeded'])))
  })
})

describeInBrowser('the page of the API reference', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  const executed = '.live-responses-table tbody .response-col_status'

  it('opens the operation that an error names, and sends its example with the kept key', async () => {
    const { context, page, faults } = await openPhone(browser, {})
    const failed = await api.request('POST', '/api/webhooks', { body: {} })
    await page.goto(String(failed.body.docs))
    await page.click('.authorize')
    const credentials = [api.project.key, api.project.token]
    for (const [index, value] of credentials.entries()) {
      const form = page.locator('.auth-container').nth(index)
      await form.locator('input').fill(value)
      await form.getByRole('button', { name: 'Apply credentials' }).click()
    }
    await page.reload()
    const operation = page.locator('#operations-Webhooks-postWebhooks')
    // The fields are described without a further click.
    await operation.getByText('An https URL on port').first().waitFor()
    await operation.getByRole('button', { name: 'Try it out' }).click()
    await operation.getByRole('button', { name: 'Execute' }).click()
    expect(await operation.locator(executed).first().innerText()).toContain('201')
    expect(faults).toEqual([])
    await context.close()
  })

  it('fits a narrow screen in dark mode, and finds operations by words of their path', async () => {
    const viewport = { width: 390, height: 844 }
    const { context, page, faults } = await openPhone(browser, { viewport, colorScheme: 'dark' })
    await page.goto(`${api.url}/docs#/Webhooks/postWebhooks`)
    const open = page.locator('.opblock.is-open')
    // With an example of the same error for each status it was 7,300 px high on a wide screen.
    expect((await open.boundingBox())?.height).toBeLessThan(3_000)
    const layout = await page.evaluate(
      '[document.documentElement.scrollWidth, getComputedStyle(document.documentElement).backgroundColor]',
    )
    expect(layout).toEqual([390, 'rgb(28, 32, 34)'])
    await page.fill('.operation-filter-input', 'rotate')
    const paths = page.locator('.opblock-summary-path')
    await page.locator('#operations-Links-postLinks').waitFor({ state: 'detached' })
    expect(await paths.allInnerTexts()).toContain('/api/webhooks/{id}/rotate')
    expect(faults).toEqual([])
    await context.close()
  })
})

describe('GET /docs/guides', () => {
  it('lists the guides and shows each, without broken links', async () => {
    const list = await api.request('GET', '/docs/guides', { key: null, token: null })
    expect([list.status, list.headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining("default-src 'none'"),
    ])
    const known = readGuides()
    for (const { name } of known) {
      if (name !== 'README') expect(list.text).toContain(`href="/docs/guides/${name}"`)
      const page = await api.request('GET', `/docs/guides/${name}`)
      expect([name, page.status]).toEqual([name, 200])
      expect(page.text).not.toMatch(/<script|<style| style=| on\w+=/)
      const links = [...page.text.matchAll(/(?:src|href)="(\/[^"#]*)/g)].map(
        ([, path]) => path ?? '',
      )
      for (const path of new Set(links))
        expect([path, (await api.request('GET', path)).status]).toEqual([path, 200])
    }
  })

  it('is 404 for a guide that does not exist', async () => {
    for (const name of ['no-such-guide', '..%2fREADME', 'webhooks.md'])
      expect((await api.request('GET', `/docs/guides/${name}`)).status).toBe(404)
  })
})

/** Tickets belong to sessions; all other routes of a project accept the admin token. */
async function callerOf(route: Route): Promise<TestRequest> {
  if (route.path !== '/api/tickets') return {}
  const { session } = await createMemberOf(api, api.project, 'viewer')
  return { ...session, key: api.project.id }
}

/** Path parameters of an existing record, which is created with the examples. */
async function existing(route: Route): Promise<Record<string, string>> {
  const [, collection = ''] =
    /^(\/api\/(?:project\/(?:members|invitations)|\w+))\/:/.exec(route.path) ?? []
  if (route.path === '/api/links/bulk-update') await createLinksOf(route)
  if (collection === '') return {}
  if (route.path === '/api/project/members/:id') return { id: await createMember() }
  if (collection === '/api/deliveries') return { id: await createDelivery() }
  const record = await create(collection)
  return { id: String(record['id']), code: String(record['code']) }
}

/** The links that an example names. */
async function createLinksOf(route: Route): Promise<void> {
  const { codes } = route.example as { codes: string[] }
  for (const code of codes)
    await api.request('POST', '/api/links', { body: { actual_url: 'https://example.com/', code } })
}

async function createMember(): Promise<string> {
  const owner = await createMemberOf(api, api.project, 'owner')
  await createMemberOf(api, api.project, 'owner')
  return String(owner.id)
}

async function createDelivery(): Promise<string> {
  const { id } = await create('/api/webhooks')
  const { body } = await api.request('POST', `/api/webhooks/${String(id)}/test`)
  return (body as { delivery_id: string }).delivery_id
}

async function create(path: string): Promise<Json> {
  const creating = routes.find((route) => route.method === 'post' && route.path === path)
  const { status, body } = await api.request('POST', path, { body: creating?.example })
  expect([path, status]).toEqual([path, 201])
  return body as Json
}

/** The properties that have no description, neither their own nor that of their component. */
function* silentProperties(value: unknown, path: string): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, item] of Object.entries(value as Json)) {
    if (key === 'example') continue
    if (key === 'properties') {
      const silent = Object.entries(item as Json).filter(
        ([, schema]) => !isDescribed(schema as Json),
      )
      yield* silent.map(([name]) => `${path} ${name}`)
    }
    yield* silentProperties(item, key === 'schema' || key === 'content' ? path : `${path}/${key}`)
  }
}

function isDescribed(schema: Json): boolean {
  return typeof schema['description'] === 'string' && schema['description'] !== ''
}
