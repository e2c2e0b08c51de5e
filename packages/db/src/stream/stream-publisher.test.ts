import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { parseStreamNotice, type StreamNotice } from './stream-notices.js'
import { createStreamPublisher, type StreamPublisher } from './stream-publisher.js'

const project = randomUUID()
let sent: (StreamNotice | null)[]
let publisher: StreamPublisher
beforeEach(() => {
  jest.useFakeTimers()
  sent = []
  publisher = createStreamPublisher({
    send: (notice) => Promise.resolve(void sent.push(parseStreamNotice(notice))),
    onError: (error) => {
      throw error
    },
  })
})
afterEach(() => {
  publisher.close()
  jest.useRealTimers()
})

const counts = () =>
  sent.map((notice) => notice?.kind === 'news' && notice.projects.get(project)?.click?.count)

describe('the publisher of notices', () => {
  it('sends and schedules nothing for a project that nobody watches', async () => {
    publisher.watch([randomUUID()])
    publisher.note('click', project, randomUUID())
    expect(jest.getTimerCount()).toBe(0)
    await jest.advanceTimersByTimeAsync(1_000)
    expect(sent).toEqual([])
  })

  it('sends one notice in 250 ms, with the count and the newest ten ids, oldest first', async () => {
    publisher.watch([project])
    const ids = Array.from({ length: 25 }, () => randomUUID())
    for (const id of ids) publisher.note('click', project, id)
    await jest.advanceTimersByTimeAsync(249)
    expect(sent).toEqual([])
    await jest.advanceTimersByTimeAsync(1)
    const news = { click: { count: 25, ids: ids.slice(-10) } }
    expect(sent).toEqual([{ kind: 'news', projects: new Map([[project, news]]) }])
    await jest.advanceTimersByTimeAsync(1_000)
    expect(sent).toHaveLength(1)
    publisher.note('click', project, randomUUID())
    await jest.advanceTimersByTimeAsync(250)
    expect(counts()).toEqual([25, 1])
  })

  it('stops 15 s after the last report that a project is watched', async () => {
    publisher.watch([project])
    await jest.advanceTimersByTimeAsync(14_999)
    publisher.note('click', project, randomUUID())
    await jest.advanceTimersByTimeAsync(250)
    publisher.note('click', project, randomUUID())
    await jest.advanceTimersByTimeAsync(250)
    expect(counts()).toEqual([1])
  })
})
