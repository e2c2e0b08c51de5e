import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  IPHONE,
  NO_MATCH,
  NOTHING_CLAIMED,
  OTHER_IPHONE,
  startScenarios,
  freshAddress,
  type Scenarios,
} from './scenario.js'

let world: Scenarios
beforeAll(async () => {
  world = await startScenarios({ env: { SHARED_ADDRESS: '198.51.100.0/24\n2001:db8:ffff::/48' } })
})
afterAll(() => world.api.close())

type Explained = Awaited<ReturnType<Scenarios['install']>>['explained']

/** The result of comparing the complete addresses, for a click. */
const addressOf = ({ candidates }: Explained, clickId: string) =>
  candidates
    ?.find(({ click_id }) => click_id === clickId)
    ?.signals?.find(({ signal }) => signal === 'address')

describe('a whole equal IPv6 address', () => {
  it('identifies the phone while one visitor was seen on it', async () => {
    const [own, neighbour] = ['2001:db8:1:1::a', '2001:db8:1:1::b']
    const link = await world.link()
    const click = await world.click(link, IPHONE, { address: own, minutesAgo: 20 })
    const twin = await world.click(link, IPHONE, { address: neighbour })
    const { installId, answer, explained } = await world.install(IPHONE, { address: own })
    expect(answer).toMatchObject({ matched: true, match_type: 'fingerprint' })
    expect((await world.stored(installId)).claimed).toEqual([click.id])
    expect(addressOf(explained, click.id)).toMatchObject({ outcome: 'agrees' })
    expect(addressOf(explained, twin.id)).toMatchObject({ outcome: 'differs' })
    expect(explained.notes).toEqual(['visitors: 2'])
  })

  it('identifies nobody if two visitors have it, and equal phones are ambiguous', async () => {
    const address = '2001:db8:1:2::a'
    const link = await world.link()
    const clicks = [
      await world.click(link, IPHONE, { address, minutesAgo: 20 }),
      await world.click(link, IPHONE, { address }),
    ]
    const { installId, answer, explained } = await world.install(IPHONE, { address })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'ambiguous' })
    expect(await world.stored(installId)).toMatchObject(NOTHING_CLAIMED)
    for (const { id } of clicks)
      expect(addressOf(explained, id)).toMatchObject({ outcome: 'not_comparable', weight: 0 })
    expect(explained.notes).toEqual(['visitors: 2', 'shared_ipv6_address'])
    expect(explained.summary).toBe(
      'Not matched: clicks of different visitors fit the install about equally well.',
    )
  })

  it('identifies nobody in a shared range, though one visitor was seen on it', async () => {
    const address = '2001:db8:ffff::a'
    const click = await world.click(await world.link(), IPHONE, { address })
    const { explained } = await world.install(IPHONE, { address })
    expect(explained).toMatchObject({
      is_address_shared: true,
      notes: ['shared_range', 'visitors: 1'],
    })
    expect(addressOf(explained, click.id)).toMatchObject({ outcome: 'not_comparable', weight: 0 })
  })

  it('still matches if its /64 is over the shared IP cap', async () => {
    const own = '2001:db8:1:3::a'
    const link = await world.link()
    const click = await world.click(link, IPHONE, { address: own })
    for (let n = 0; n < 9; n += 1)
      await world.click(link, OTHER_IPHONE, { address: `2001:db8:1:3::b${n}` })
    const { installId, explained } = await world.install(IPHONE, { address: own })
    expect((await world.stored(installId)).claimed).toEqual([click.id])
    expect(Object.values(explained.verdicts).sort()).toEqual([
      'claimed',
      ...Array<string>(9).fill('crowded_address'),
    ])
  })
})

describe('a shared range', () => {
  it('lowers the probability of the same click', async () => {
    const scoreAt = async (address: string) => {
      await world.click(await world.link(), IPHONE, { address, minutesAgo: 100 })
      const { explained } = await world.install(IPHONE, { address })
      return explained
    }
    const [plain, shared] = [await scoreAt(freshAddress()), await scoreAt('198.51.100.7')]
    expect(shared.none_score).toBeGreaterThan(plain.none_score ?? 1)
    expect(shared.candidates?.[0]?.score).toBeLessThan(plain.candidates?.[0]?.score ?? 0)
    expect(shared).toMatchObject({
      reason: 'below_threshold',
      notes: ['shared_range', 'visitors: 1'],
    })
  })
})

describe('the shared IP cap', () => {
  it('makes more than 8 visitors ambiguous, and reports their number', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    const click = await world.click(link, IPHONE, { address })
    for (let n = 0; n < 8; n += 1) await world.click(link, OTHER_IPHONE, { address })
    const { installId, answer, explained } = await world.install(IPHONE, { address })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'ambiguous' })
    expect(await world.stored(installId)).toMatchObject(NOTHING_CLAIMED)
    expect(explained).toMatchObject({ max_visitors_per_ip: 8, notes: ['visitors: 9'] })
    expect(explained.verdicts[click.id]).toBe('crowded_address')
    expect(explained.summary).toBe(
      'Not matched: more than 8 visitors came from the network in the 2 hours before the install, which are too many to tell apart.',
    )
  })

  it('allows 8 visitors: the only one with an equal phone is matched', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    for (let n = 0; n < 7; n += 1) await world.click(link, OTHER_IPHONE, { address })
    const click = await world.click(link, IPHONE, { address })
    const { installId, explained } = await world.install(IPHONE, { address })
    expect((await world.stored(installId)).claimed).toEqual([click.id])
    expect(explained.notes).toEqual(['visitors: 8'])
  })
})
