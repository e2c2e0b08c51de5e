import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { NO_SHARED_RANGES, parseSharedRanges } from '@throughline/core/net/shared-ranges'
import { openDatabase, type Database } from '@throughline/db/connection/database'
import {
  deleteSharedRangeList,
  replaceSharedRangeList,
} from '@throughline/db/attribution/shared-range-lists'
import { startFaultProxy, type FaultProxy } from '@throughline/testkit/fault-proxy'
import { waitFor } from '@throughline/testkit/wait-for'
import { openSharedIpRanges, type SharedIpRanges } from '../src/infra/shared-ranges.js'
import { PHONE, postInstall, seed } from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'
import { startSecondApi } from './second-api.js'

const CLOUD = '3.5.140.2'
const HOME = '79.192.0.7'
const RELAY = '198.51.100.20'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => api.close())

const importList = (name: string, text: string) =>
  replaceSharedRangeList(api.database.prisma, name, parseSharedRanges(text))

/** A click from the address, then an install from it by a phone with equal signals. */
async function clickAndInstall(address: string, send: Pick<TestApi, 'sdk'> = api) {
  const make = seed(api)
  await make.click((await make.link()).id, {
    address,
    fingerprint: `${address}-iOS-17.4-390x840`,
  })
  const install_id = randomUUID()
  const { body } = await postInstall({ ...api, ...send }, { install_id, device: PHONE }, address)
  const explained = await api.request('GET', `/api/attribution/explain?install_id=${install_id}`)
  await api.database.prisma.visit.deleteMany()
  return { matched: body.matched, isShared: explained.body.is_address_shared }
}

describe('an install', () => {
  it.each([
    ['a hosting network', CLOUD, true],
    ['a home', HOME, false],
    ['a private network', '192.168.1.20', false],
    ['loopback', '127.0.0.1', false],
  ])(
    'is in a shared range, and not matched by signals, depending on its address: %s',
    async (_what, address, isShared) => {
      expect(await clickAndInstall(address)).toEqual({ matched: !isShared, isShared })
    },
  )

  it('is in a shared range after an import, for every API that starts afterwards', async () => {
    expect(await clickAndInstall(RELAY)).toEqual({ matched: true, isShared: false })
    await importList('relay', '198.51.100.0/24')
    const second = await startSecondApi(api)
    try {
      expect(await clickAndInstall(RELAY, second)).toEqual({ matched: false, isShared: true })
    } finally {
      await second.close()
      await deleteSharedRangeList(api.database.prisma, 'relay')
    }
  })
})

describe('imported lists', () => {
  let proxy: FaultProxy
  let database: Database
  let ranges: SharedIpRanges
  beforeAll(async () => {
    proxy = await startFaultProxy(api.databaseUrl)
    database = openDatabase({ url: proxy.url, poolMax: 1 })
    const { logger } = api.ctx
    const config = { sharedRanges: NO_SHARED_RANGES }
    ranges = await openSharedIpRanges({ config, database, logger, everyMs: 20 })
  })
  afterAll(async () => {
    ranges.close()
    await database.close()
    await proxy.close()
  })
  afterEach(() => api.database.prisma.sharedRangeList.deleteMany())

  const becomes = (address: string, isShared: boolean) =>
    waitFor(() => ranges.has(address) === isShared, { what: `${address} shared: ${isShared}` })

  it('take effect, are replaced by name and removed while the process runs', async () => {
    expect(ranges.has('203.0.113.5')).toBe(false)
    await importList('a', '203.0.113.0/24')
    await importList('b', '2001:db8:1::/48')
    await becomes('203.0.113.5', true)
    await becomes('2001:db8:1::5', true)
    await importList('a', '192.0.2.0/24')
    await becomes('192.0.2.5', true)
    expect(ranges.has('203.0.113.5')).toBe(false)
    await deleteSharedRangeList(api.database.prisma, 'a')
    await becomes('192.0.2.5', false)
    expect(ranges.has('2001:db8:1::5')).toBe(true)
  })

  it('stay in use while the database is unavailable, and are read again afterwards', async () => {
    await importList('a', '203.0.113.0/24')
    await becomes('203.0.113.5', true)
    await proxy.cut()
    await waitFor(() => api.logs.text().includes('reading the imported lists failed'), {
      what: 'a warning',
    })
    expect(ranges.has('203.0.113.5')).toBe(true)
    await importList('a', '192.0.2.0/24')
    await proxy.restore()
    await becomes('192.0.2.5', true)
    expect(ranges.has('203.0.113.5')).toBe(false)
  })
})
