import { mkdtemp, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from '@jest/globals'
import { findDocsAssets } from './docs-router.js'

it('finds the package when run from the sources', () => {
  expect(findDocsAssets()).toMatch(/swagger-ui-dist$/)
})

it('prefers the folder beside a bundle', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docs-assets-'))
  await mkdir(join(folder, 'docs-assets'))
  expect(findDocsAssets(pathToFileURL(join(folder, 'api.js')).href)).toBe(
    join(folder, 'docs-assets'),
  )
  await rm(folder, { recursive: true })
})
