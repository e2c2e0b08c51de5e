import { mkdir, readFile, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, it } from '@jest/globals'

import { buildApps } from '../src/build-apps.js'
import { exists } from './launching.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const never = new AbortController().signal

it('bundles API, worker and CLI once for each state of the sources, with the sample data', async () => {
  const apps = await buildApps(root, never)
  expect(await buildApps(root, never)).toEqual(apps)
  for (const bundle of [apps.api, apps.worker, apps.cli]) expect(await exists(bundle)).toBe(true)
  expect(await readFile(apps.cli, 'utf8')).not.toContain('Sample data is available only in')
})

it('removes builds that no start has used for 30 days, and keeps younger ones', async () => {
  const { folder } = await buildApps(root, never)
  const [old, young] = ['0000000000000000', '0000000000000001'].map((name) =>
    join(dirname(folder), name),
  )
  const ages = [
    [old, 31],
    [young, 29],
  ] as const
  for (const [path = '', days] of ages) {
    await mkdir(path)
    const at = new Date(Date.now() - days * 86_400_000)
    await utimes(path, at, at)
  }
  await buildApps(root, never)
  const left = [await exists(old ?? ''), await exists(young ?? '')]
  await rm(young ?? '', { recursive: true })
  expect(left).toEqual([false, true])
})
