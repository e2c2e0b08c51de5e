import { expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import type { BrowserContext, Page } from 'playwright-core'
import { button, OWNER, type Stories, type World } from './world.js'

const HOUR_MS = 3_600_000

/** The page's clock is wrong; timers and responses are not affected. */
const shiftClock = (ms: number) => `(() => {
  const { Date: RealDate } = window
  const shift = ${ms}
  window.Date = class extends RealDate {
    constructor(...parts) { if (parts.length === 0) super(RealDate.now() + shift); else super(...parts) }
    static now() { return RealDate.now() + shift }
  }
})()`

export const describeWrongClockStory: Stories = (world) => {
  it('shows ages by the clock of the server', async () => {
    await world().api('POST', '/api/webhooks/1/test')
    const [context, page] = await openWithClock(world(), HOUR_MS)
    await expectNewAge(page)
    await context.close()
  })
}

export const describeWrongClocksStory: Stories = (world) => {
  it.each([
    ['fast', HOUR_MS],
    ['slow', -HOUR_MS],
  ])(
    'shows ages, countdowns, expiry and ranges by the clock of the server if the own one is an hour %s',
    async (_word, shiftMs) => {
      const { panel, at, api } = world()
      const { delivery_id } = await api('POST', '/api/webhooks/1/test')
      const id = String(delivery_id)
      await waitFor(
        async () => (await api('GET', `/api/deliveries/${id}`))['state'] === 'succeeded',
        { what: 'the delivery' },
      )
      const [context, page] = await openWithClock(world(), shiftMs)
      await expectNewAge(page)

      await panel.query(
        `UPDATE deliveries SET state = 'retrying', completed_at = NULL,
        next_attempt_at = now() + interval '10 minutes', due_at = now() + interval '10 minutes'
        WHERE id = '${id}'`,
      )
      await page.goto(at(`deliveries/${id}`))
      await page
        .getByRole('timer')
        .getByText(/retry in (9:\d\d|10:00)/)
        .waitFor()
      await panel.query(
        `UPDATE deliveries SET state = 'succeeded', completed_at = now(), next_attempt_at = NULL, due_at = NULL
        WHERE id = '${id}'`,
      )

      const code = shiftMs > 0 ? 'LATER' : 'OVER'
      await api('POST', '/api/links', { code, actual_url: 'https://shop.example.com/' })
      // Half an hour: the wrong clock would say the opposite.
      await panel.query(
        `UPDATE links SET expires_at = now() + interval '${shiftMs > 0 ? '30' : '-30'} minutes' WHERE code = '${code}'`,
      )
      await page.goto(at(shiftMs > 0 ? 'links?search=LATER' : 'links?search=OVER&status=expired'))
      const row = page.getByRole('row').filter({ hasText: code })
      await row.waitFor()
      expect(await row.getByText('Expired').count()).toBe(shiftMs > 0 ? 0 : 1)

      await page.goto(at('webhooks/1'))
      await button(page, 'Actions').click()
      const asked = page.waitForRequest(/\/api\/webhooks\/1\/replay$/)
      await page.getByRole('menuitem', { name: 'Replay' }).click()
      const { until } = (await asked).postDataJSON() as { until: string }
      expect(Math.abs(Date.parse(until) - Date.now())).toBeLessThan(60_000)
      await context.close()
    },
    90_000,
  )
}

/** Opens the list of deliveries in a browser whose clock is wrong. */
async function openWithClock({ panel, at }: World, ms: number): Promise<[BrowserContext, Page]> {
  const [context, page] = await panel.openAs(OWNER, 'deliveries?view=all')
  await page.addInitScript({ content: shiftClock(ms) })
  await page.goto(at('deliveries?view=all'))
  return [context, page]
}

async function expectNewAge(page: Page): Promise<void> {
  const newest = page.getByRole('row').nth(1).getByRole('time')
  await newest.waitFor()
  expect(await newest.innerText()).toMatch(/second|now|1 minute/)
}
