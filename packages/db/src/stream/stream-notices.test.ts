import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import {
  parseStreamNotice,
  takeNewsNotice,
  watchNotices,
  type ProjectNews,
} from './stream-notices.js'

const newsOf = (count: number): ProjectNews => {
  const ids = Array.from({ length: 10 }, () => randomUUID())
  return { click: { count, ids }, install: { count, ids }, attempt: { count, ids } }
}

describe('the notices of streams', () => {
  it('are parsed as they were sent', () => {
    const [id, news] = [randomUUID(), newsOf(12)]
    const pending = new Map([[id, news]])
    expect(parseStreamNotice(takeNewsNotice(pending))).toEqual({
      kind: 'news',
      projects: new Map([[id, news]]),
    })
    expect(pending.size).toBe(0)
    expect(watchNotices([id]).map(parseStreamNotice)).toEqual([{ kind: 'watch', projectIds: [id] }])
  })

  it('fit into a notification of PostgreSQL; what does not fit waits, and nothing is lost', () => {
    const pending = new Map(Array.from({ length: 500 }, () => [randomUUID(), newsOf(1e6)] as const))
    const projects = new Set<string>()
    for (let taken = 0; pending.size > 0 && taken < 100; taken += 1) {
      const text = takeNewsNotice(pending)
      expect(Buffer.byteLength(text)).toBeLessThan(8_000)
      const notice = parseStreamNotice(text)
      for (const [id, news] of notice?.kind === 'news' ? notice.projects : []) {
        projects.add(id)
        expect(news.click?.count).toBe(1e6)
      }
    }
    expect(projects.size).toBe(500)
    for (const text of watchNotices([...projects]))
      expect(Buffer.byteLength(text)).toBeLessThan(8_000)
  })

  it('ignore other notifications', () => {
    for (const text of [undefined, '', 'listen-check 1', '[]', '{"other":1}'])
      expect(parseStreamNotice(text)).toBeNull()
  })
})
