import { describe, expect, it } from '@jest/globals'
import { createEventLog } from './event-log.js'

const click = (projectId: string) => ({ projectId, name: 'click' as const, data: { count: 1 } })

describe('the log of events', () => {
  it('returns the events of a project after an id, and null for ids of other logs', () => {
    const log = createEventLog('here')
    log.begin('a')
    log.add(click('a'))
    const id = log.lastId()
    log.add(click('b'))
    const { text } = log.add(click('a'))
    expect(log.since('a', id)?.map((event) => event.text)).toEqual([text])
    expect(text).toBe('id: here.3\nevent: click\ndata: {"count":1}\n\n')
    for (const other of ['there.1', 'here.9', 'here.', 'here.x', 'here.1.5', ''])
      expect(log.since('a', other)).toBeNull()
  })

  it('returns null after more than 1,000 events, or if events were not kept', () => {
    const log = createEventLog('here')
    log.begin('a')
    const first = log.lastId()
    for (let n = 0; n < 1_000; n += 1) log.add(click('b'))
    expect(log.since('a', first)).toEqual([])
    log.add(click('a'))
    expect(log.since('a', first)).toBeNull()
    for (let n = 0; n < 2_500; n += 1) log.add(click('a'))
    expect(log.since('a', 'here.2501')).toHaveLength(1_000)
    const last = log.lastId()
    log.end('a')
    expect(log.since('a', last)).toBeNull()
    log.add(click('b'))
    log.begin('a')
    expect(log.since('a', last)).toBeNull()
  })
})
