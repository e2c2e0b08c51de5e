import { expect, it } from '@jest/globals'
import { button, OWNER, type Stories } from './world.js'

/** The page's clock is an hour fast; timers and responses are not affected. */
const AHEAD = `(() => {
  const { Date: RealDate } = window
  const shift = 3_600_000
  window.Date = class extends RealDate {
    constructor(...parts) { if (parts.length === 0) super(RealDate.now() + shift); else super(...parts) }
    static now() { return RealDate.now() + shift }
  }
})()`

export const describeWrongClockStory: Stories = (world) => {
  it('shows ages and replays ranges by the clock of the server', async () => {
    const { panel, at, api } = world()
    await api('POST', '/api/webhooks/1/test')
    const [context, page] = await panel.openAs(OWNER, 'links')
    await page.addInitScript({ content: AHEAD })
    await page.goto(at('deliveries?view=all'))
    const newest = page.getByRole('row').nth(1).getByRole('time')
    await newest.waitFor()
    expect(await newest.innerText()).toMatch(/second|now|1 minute/)
    await page.goto(at('webhooks/1'))
    await button(page, 'Actions').click()
    const asked = page.waitForRequest(/\/api\/webhooks\/1\/replay$/)
    await page.getByRole('menuitem', { name: 'Replay' }).click()
    const { until } = (await asked).postDataJSON() as { until: string }
    expect(Math.abs(Date.parse(until) - Date.now())).toBeLessThan(60_000)
    await context.close()
  }, 60_000)
}
