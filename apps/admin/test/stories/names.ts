import { expect, it } from '@jest/globals'
import { heading, inTabs, OWNER, type Stories, type World } from './world.js'

const LONG = 'Frühjahrsaktion '.repeat(13).trim()
const RIGHT_TO_LEFT = 'حملة الربيع للأحذية الرياضية'
const SCRIPT = '<script>window.pwned = true</script><img src=x onerror="window.pwned=true">'
const FORMULA = '=HYPERLINK("https://evil.example","click")'
const PHONE = { viewport: { width: 320, height: 640 } }

const SOME_SCREENS = ['webhooks/1']
const SCREENS = [
  'links',
  'links/NAME2',
  'campaigns',
  'webhooks',
  'webhooks/1',
  'deliveries?view=all',
]

export const describeNamesStory: Stories = (world) => {
  it('shows long, right-to-left and hostile names without breaking the layout or running scripts', async () => {
    await showNames(world(), SOME_SCREENS)
  }, 60_000)
}

export const describeNamesEverywhereStory: Stories = (world) => {
  it('shows such names on every screen with names', async () => {
    await showNames(world(), SCREENS)
  }, 90_000)
}

async function showNames({ panel, api, at }: World, screens: readonly string[]): Promise<void> {
  const campaign = await api('POST', '/api/campaigns', { name: `${LONG} ${RIGHT_TO_LEFT}` })
  const campaignId = campaign['id']
  for (const [index, name] of [LONG, RIGHT_TO_LEFT, SCRIPT, FORMULA].entries())
    await api('POST', '/api/links', {
      actual_url: 'https://shop.example.com/',
      code: `NAME${index}`,
      name,
      campaign_id: campaignId,
    })
  await api('PUT', '/api/webhooks/1', { name: SCRIPT })
  const [context, page] = await panel.openAs(OWNER, 'links', PHONE)
  await page.getByText(RIGHT_TO_LEFT, { exact: true }).waitFor()
  await inTabs(context, [...screens, `campaigns/${String(campaignId)}`], async (tab, screen) => {
    await tab.goto(at(screen))
    await heading(tab, /./).waitFor()
    await tab.waitForLoadState('networkidle')
    const wide = await tab.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    const pwned = await tab.evaluate<boolean>('window.pwned === true')
    expect([screen, wide, pwned]).toEqual([screen, 0, false])
  })
  await context.close()
  const csv = await fetch(`${panel.url}/api/links?format=csv`, {
    headers: {
      'x-project-key': panel.project.projectKey,
      authorization: `Bearer ${panel.project.adminToken}`,
    },
  })
  expect(await csv.text()).not.toMatch(/(^|,|")=HYPERLINK/m)
}
