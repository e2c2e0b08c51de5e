import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { SHIPPED_MODEL } from '@throughline/core/matching/shipped-model'
import {
  freshAddress,
  IPHONE,
  NO_MATCH,
  OTHER_IPHONE,
  PIXEL,
  startScenarios,
  type Scenarios,
} from './scenario.js'

let world: Scenarios
beforeAll(async () => {
  world = await startScenarios({ overrides: { matchModel: { current: () => SHIPPED_MODEL } } })
  await world.settings({ minConfidence: null })
})
afterAll(() => world.api.close())

// Rules that owners rely on with any tables. The corpus tests the figures.
describe('by the shipped model', () => {
  it.each([
    ['an iPhone', IPHONE],
    ['an Android phone', PIXEL],
  ])(
    '%s is matched after 30 minutes if it is the only one at its address',
    async (_what, phone) => {
      const address = freshAddress()
      const click = await world.click(await world.link(), phone, { address, minutesAgo: 30 })
      const installed_at = new Date().toISOString()
      const { installId, answer } = await world.install(phone, { address, installed_at })
      expect(answer).toMatchObject({ matched: true, match_type: 'fingerprint' })
      expect((await world.stored(installId)).claimed).toEqual([click.id])
    },
  )

  it('one iPhone of eight visitors is not matched after 30 minutes', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    for (let n = 0; n < 7; n += 1)
      await world.click(link, OTHER_IPHONE, { address, minutesAgo: 30 })
    await world.click(link, IPHONE, { address, minutesAgo: 30 })
    const { answer, explained } = await world.install(IPHONE, { address })
    expect(answer).toMatchObject(NO_MATCH)
    expect(explained.notes).toEqual(['visitors: 8'])
  })

  it('two equal iPhones are not matched, however fresh their clicks', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    for (let n = 0; n < 2; n += 1) await world.click(link, IPHONE, { address })
    expect((await world.install(IPHONE, { address })).answer).toMatchObject(NO_MATCH)
  })
})
