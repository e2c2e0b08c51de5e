import { expect, it } from '@jest/globals'
import { addItems, itemsOf, type LiveItem } from './live-items.js'
import { createEventParser } from './parse-events.js'

const CLICK = { id: 'c1', clicked_at: '2026-01-01T00:00:00.000Z', code: 'summer' }

it('reads events from text that arrives in any parts', () => {
  const data = JSON.stringify({ count: 3, data: [CLICK] })
  const text = `retry: 1000\nid: a.1\n\nid: a.2\nevent: click\ndata: ${data}\n\nevent: later\ndata: {}\n\n`
  const parse = createEventParser()
  const blocks = Array.from(text).flatMap((letter) => parse(letter))
  expect(blocks).toEqual([
    { id: 'a.1', event: null },
    { id: 'a.2', event: { name: 'click', data: { count: 3, data: [CLICK] } } },
    { id: null, event: null },
  ])
  expect(createEventParser()(text)).toEqual(blocks)
})

it('shows each record once, the newest first, and no more than fifty', () => {
  const item = (n: number): LiveItem[] => {
    const at = new Date(n * 1_000).toISOString()
    const click = { ...CLICK, id: String(n), clicked_at: at, link_name: null, platform: 'ios' }
    const rest = { campaign_id: null, campaign_name: null, recorded_by: 'sdk' as const }
    return itemsOf({
      name: 'click',
      data: { count: 1, data: [{ ...click, ...rest, country: null }] },
    })
  }
  let items: LiveItem[] = []
  for (const n of [1, 3, 2, 3]) items = addItems(items, item(n))
  expect(items.map(({ key }) => key)).toEqual(['click 3', 'click 2', 'click 1'])
  for (let n = 10; n < 100; n += 1) items = addItems(items, item(n))
  expect(items).toHaveLength(50)
  expect(items[0]?.key).toBe('click 99')
})
