import { describe, expect, it } from '@jest/globals'
import { reportUnchecked, checkHosts } from './check-hosts.js'

const finding = (detail: string) => ({ check: 'x', ok: true, detail })

describe('checkHosts', () => {
  it('checks several hosts concurrently and returns results in their order', async () => {
    let atOnce = 0
    let most = 0
    const check = async (host: string) => {
      most = Math.max(most, ++atOnce)
      await new Promise((resolve) => setImmediate(resolve))
      atOnce -= 1
      return [finding(host)]
    }
    const hosts = ['a', 'b', 'c', 'd', 'e']
    const bounds = { startMs: 60_000, atOnce: 2 }
    expect(await checkHosts(hosts, check, bounds)).toEqual({
      findings: hosts.map(finding),
      asked: 5,
    })
    expect(most).toBe(2)
  })

  it('sends no request after the time is over', async () => {
    const check = (host: string) => Promise.resolve([finding(host)])
    expect(await checkHosts(['a', 'b'], check, { startMs: 0, atOnce: 2 })).toEqual({
      findings: [],
      asked: 0,
    })
  })
})

describe('reportUnchecked', () => {
  it('prints nothing where all were checked', () => {
    expect(reportUnchecked('x', 0)).toEqual([])
    expect(reportUnchecked('x', 1)[0]?.detail).toMatch(/^1 more host was not checked: /)
  })
})
