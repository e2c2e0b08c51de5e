import { describeInBrowser } from '@throughline/testkit/browser'
import { launchBrowser } from '@throughline/testkit/chromium'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser, Page } from 'playwright-core'
import {
  CLIENT,
  startIdentityProvider,
  type IdentityProvider,
} from './accounts/identity-provider.js'
import { createUser } from './accounts.js'
import { startTestApi, type TestApi } from './harness.js'

describeInBrowser('sign-in with a provider of another site in a real browser', () => {
  let provider: IdentityProvider
  let api: TestApi
  let browser: Browser
  beforeAll(async () => {
    provider = await startIdentityProvider('localhost')
    api = await startTestApi({
      env: {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: CLIENT.id,
        OIDC_CLIENT_SECRET: CLIENT.secret,
      },
    })
    provider.redirectUri = `${api.url}/api/auth/oidc/callback`
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await api.close()
    await provider.close()
  })

  /** A call of the panel from a page of the API's origin. */
  const call = (page: Page, method: string, path: string) =>
    page.evaluate(
      async ([verb, address]) => {
        const headers = { 'X-Throughline-Panel': '1', 'Content-Type': 'application/json' }
        const body = verb === 'POST' ? '{}' : null
        const response = await fetch(String(address), { method: String(verb), headers, body })
        return (await response.json()) as Record<string, unknown>
      },
      [method, path],
    )

  async function signIn(page: Page): Promise<Record<string, unknown>> {
    await page.goto(`${api.url}/livez`)
    const { url } = await call(page, 'POST', '/api/auth/oidc')
    // A page of the provider navigates, as after its form. Then Strict cookies are not sent.
    await page.goto(`${provider.issuer}/jwks`)
    await page.evaluate(`location.assign(${JSON.stringify(url)})`)
    await page.waitForURL(`${api.url}/admin/`)
    await page.goto(`${api.url}/livez`)
    return call(page, 'GET', '/api/me')
  }

  it('brings the cookie of the sign-in back, and ends the session that stayed behind', async () => {
    const user = await createUser(api)
    await api.database.prisma.user.update({
      where: { id: user.id },
      data: { oidcIssuer: provider.issuer, oidcSubject: 'ada' },
    })
    await api.database.prisma.session.deleteMany()
    const person = JSON.stringify({ sub: 'ada' })
    const context = await browser.newContext({ extraHTTPHeaders: { 'x-person': person } })
    const page = await context.newPage()
    expect(await signIn(page)).toMatchObject({ id: user.id, oidc_issuer: provider.issuer })
    const ids = () => api.database.prisma.session.findMany({ select: { id: true } })
    const [first] = await ids()
    expect(await signIn(page)).toMatchObject({ id: user.id })
    const [second, ...others] = await ids()
    expect([second?.id === first?.id, others]).toEqual([false, []])
    await context.close()
  })
})
