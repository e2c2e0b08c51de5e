import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { VERSION } from './version.js'

const ROOT = join(import.meta.dirname, '../../..')
const original = (path: string) => readFileSync(join(ROOT, path), 'utf8')

it('the version is that of the repository', () => {
  expect(VERSION).toBe((JSON.parse(original('package.json')) as { version: string }).version)
})

describe('npm run version', () => {
  const manifests = [
    'package.json',
    ...['apps', 'packages'].flatMap((parent) =>
      readdirSync(join(ROOT, parent))
        .filter((name) => name !== 'flutter')
        .map((name) => `${parent}/${name}/package.json`),
    ),
  ]
  const others = [
    'package-lock.json',
    'CHANGELOG.md',
    'scripts/version.mjs',
    'scripts/lib/paths.mjs',
    'packages/runtime/src/version.ts',
    ...['api', 'worker', 'cli'].map((app) => `apps/${app}/Dockerfile`),
    'docker-bake.hcl',
    'deploy/kubernetes/common/kustomization.yaml',
    'packages/flutter/pubspec.yaml',
    'packages/flutter/CHANGELOG.md',
  ]
  const copy = mkdtempSync(join(tmpdir(), 'throughline-version-'))
  const read = (path: string) => readFileSync(join(copy, path), 'utf8')
  const setVersion = (version: string) =>
    spawnSync(process.execPath, [join(copy, 'scripts/version.mjs'), version], { encoding: 'utf8' })
  /** The expected manifest. */
  const raised = (text: string) =>
    text.replace(/("version"|"@throughline\/[^"]+"): "\d[^"]*"/g, '$1: "9.8.7"')

  beforeAll(() => {
    for (const file of [...manifests, ...others]) cpSync(join(ROOT, file), join(copy, file))
    expect(setVersion('9.8.7')).toMatchObject({ status: 0, stderr: '' })
  })

  afterAll(() => rmSync(copy, { recursive: true }))

  it.each(manifests)('changes the versions in %s, and nothing else', (path) => {
    expect(read(path)).toBe(raised(original(path)))
  })

  it('changes our packages in the lock file, and no other', () => {
    type Lock = { packages: Record<string, unknown> }
    const [before, after] = [original, read].map(
      (from) => JSON.parse(from('package-lock.json')) as Lock,
    )
    for (const [path, entry] of Object.entries(before?.packages ?? {})) {
      const text = JSON.stringify(entry, null, 1)
      const wanted = path.includes('node_modules') ? text : raised(text)
      expect(JSON.stringify(after?.packages[path], null, 1)).toBe(wanted)
    }
  })

  it('changes the tags of the images in the manifests', () => {
    const tags = read('deploy/kubernetes/common/kustomization.yaml').match(/newTag: .+/g)
    expect(tags).toEqual(Array(3).fill('newTag: 9.8.7'))
  })

  it.each(['api', 'worker', 'cli'])('changes the label of the image of %s', (app) => {
    expect(read(`apps/${app}/Dockerfile`)).toMatch(/image\.version=9\.8\.7 /)
  })

  it('changes the tag of the images for several platforms', () => {
    expect(read('docker-bake.hcl')).toContain('"VERSION" {\n  default = "9.8.7"\n}')
  })

  it('sets Flutter’s version and begins a section in both changelogs', () => {
    expect(read('packages/runtime/src/version.ts')).toContain("VERSION = '9.8.7'")
    expect(read('packages/flutter/pubspec.yaml')).toMatch(/^version: 9\.8\.7$/m)
    expect(read('packages/flutter/CHANGELOG.md')).toMatch(/^# Changelog\n\n## 9\.8\.7\n/)
    expect(read('CHANGELOG.md')).toMatch(/## \[Unreleased\]\n\n## \[9\.8\.7\] - \d{4}-\d\d-\d\d\n/)
  })

  it('rejects text that is not a version', () => {
    expect(setVersion('v1')).toMatchObject({ status: 1, stderr: expect.stringContaining('Usage') })
  })
})
