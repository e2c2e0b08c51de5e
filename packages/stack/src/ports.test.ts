import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { freePort, isPortFree } from './ports.js'

const RANGE = '/proc/sys/net/ipv4/ip_local_port_range'

it('finds a free port that no outgoing connection gets', async () => {
  const first = existsSync(RANGE) ? parseInt(readFileSync(RANGE, 'utf8'), 10) : 32_768
  for (let n = 0; n < 20; n += 1) {
    const port = await freePort()
    expect(port).toBeLessThan(first)
    expect(await isPortFree(port)).toBe(true)
  }
})
