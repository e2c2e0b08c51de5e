import { tmpdir } from 'node:os'

import { expect, it } from '@jest/globals'

import { measureMachine, sizeSettings } from './size-settings.js'

const GB = 1024 ** 3
const sized = (memory: number, disk: number) =>
  Object.fromEntries(
    sizeSettings({ memoryBytes: memory * GB, freeDiskBytes: disk * GB }).map((it) => it.split('=')),
  ) as Record<string, string>

it('uses more of a machine with memory and room', () => {
  expect(sized(16, 200)).toMatchObject({
    shared_buffers: '512MB',
    wal_buffers: '64MB',
    max_wal_size: '8192MB',
    min_wal_size: '2048MB',
  })
})

it('counts the nominal memory of a machine that reports less', () => {
  expect(sized(7.6, 200)).toMatchObject({ shared_buffers: '512MB', wal_buffers: '64MB' })
  expect(sized(3.8, 200)).toMatchObject({ shared_buffers: '256MB', wal_buffers: '32MB' })
})

it("stays near PostgreSQL's defaults on a small machine with a full disk", () => {
  expect(sized(2, 5)).toMatchObject({
    shared_buffers: '128MB',
    wal_buffers: '16MB',
    max_wal_size: '1024MB',
    min_wal_size: '256MB',
  })
  expect(sized(6, 33)).toMatchObject({ shared_buffers: '384MB', max_wal_size: '3328MB' })
})

it('measures this machine', async () => {
  const { memoryBytes, freeDiskBytes } = await measureMachine(tmpdir())
  expect(memoryBytes).toBeGreaterThan(GB / 4)
  expect(memoryBytes).toBeLessThan(2 ** 50)
  expect(freeDiskBytes).toBeGreaterThan(0)
})
