import { describe, expect, it } from '@jest/globals'
import { leftOut, lookAtHosts } from './look-at-hosts.js'

const finding = (detail: string) => ({ check: 'x', ok: true, detail })

describe('lookAtHosts', () => {
  it('looks at some hosts at once and answers in their order', async () => {
    let atOnce = 0
    let most = 0
    const look = async (host: string) => {
      most = Math.max(most, ++atOnce)
      await new Promise((resolve) => setImmediate(resolve))
      atOnce -= 1
      return [finding(host)]
    }
    const hosts = ['a', 'b', 'c', 'd', 'e']
    const bounds = { startMs: 60_000, atOnce: 2 }
    expect(await lookAtHosts(hosts, look, bounds)).toEqual({
      findings: hosts.map(finding),
      asked: 5,
    })
    expect(most).toBe(2)
  })

  it('asks nobody any more once the time is over', async () => {
    const look = (host: string) => Promise.resolve([finding(host)])
    expect(await lookAtHosts(['a', 'b'], look, { startMs: 0, atOnce: 2 })).toEqual({
      findings: [],
      asked: 0,
    })
  })
})

describe('leftOut', () => {
  it('says nothing where all were asked', () => {
    expect(leftOut('x', 0)).toEqual([])
    expect(leftOut('x', 1)[0]?.detail).toMatch(/^1 more host was not checked: /)
  })
})
