import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from '@jest/globals'
import { findDart } from '@throughline/testkit/dart'
import { codeBlocks, readPage } from '@throughline/testkit/markdown'
import { readPublicApi } from './dart/public-api.js'
import { readVectorFiles } from './vectors/vector.js'

const run = promisify(execFile)
const dart = findDart()
// Without Dart these are reported as skipped. Get it with "node scripts/dart.mjs --version".
const describeOnDart = dart === null ? describe.skip : describe

const FLUTTER = new URL('../../flutter/', import.meta.url)
const inFlutter = (path: string) => fileURLToPath(new URL(path, FLUTTER))
const read = (path: string) => readFileSync(inFlutter(path), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'throughline-dart-'))

afterAll(() => {
  rmSync(folder, { recursive: true })
})

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** The packages as the stubs declare them, with this version of flutter_timezone. */
function packagesWith(timeZoneVersion: 4 | 5): string {
  const config = JSON.parse(read('tool/stand_ins/package_config.json')) as {
    packages: { rootUri: string }[]
  }
  for (const one of config.packages) {
    const path = one.rootUri.replace(/(?<=flutter_timezone_)\d/, String(timeZoneVersion))
    one.rootUri = pathToFileURL(inFlutter(`tool/stand_ins/${path}`)).href
  }
  return write(`packages-${timeZoneVersion}.json`, JSON.stringify(config))
}

async function dartOn(packages: string, ...args: string[]): Promise<string> {
  return (await run(String(dart), [`--packages=${packages}`, ...args])).stdout
}

/** Rejects with the compiler's message if a program, or what it imports, has wrong types. */
function compile(file: string, timeZoneVersion: 4 | 5 = 5): Promise<string> {
  const output = `--snapshot=${join(folder, 'program.dill')}`
  return dartOn(packagesWith(timeZoneVersion), '--snapshot-kind=kernel', output, file)
}

/** A program that imports all these files. */
function programOf(files: readonly string[]): string {
  const imports = files.map((file, at) => `import '${pathToFileURL(file).href}' as f${at};`)
  return write('program.dart', `${imports.join('\n')}\nvoid main() {}\n`)
}

const OLD_APP = read('tool/fixtures/old_app.dart')
const MOVED_APP = OLD_APP.replace(
  'package:the_former_sdk/the_former_sdk.dart',
  'package:throughline_flutter/throughline_flutter.dart',
).replace('package:the_former_sdk/debug.dart', 'package:throughline_flutter/debug.dart')

const LIBRARIES = ['throughline_flutter', 'adapters', 'debug'].map((name) =>
  inFlutter(`lib/${name}.dart`),
)

const PAGES = [
  'packages/flutter/README.md',
  'docs/guides/set-up-app-flutter.md',
  'docs/guides/migrate-flutter.md',
]

/** The code that a reader writes around the README's shorter samples. */
const AROUND = [
  "import 'package:flutter/material.dart';",
  "import 'package:throughline_flutter/adapters.dart';",
  "import 'package:throughline_flutter/debug.dart';",
  "import 'package:throughline_flutter/throughline_flutter.dart';",
].join('\n')

/** The Dart code of the pages, as files. */
function samples(): string[] {
  const blocks = PAGES.flatMap((page) => codeBlocks(readPage(page)))
  const code = blocks.filter(({ language }) => language === 'dart').map(({ code }) => code)
  return code.map((block, at) => {
    const isWhole = /^import /m.test(block)
    const around = `${AROUND}\nFuture<void> sample() async {\n${block}}\n`
    return write(`sample-${at}.dart`, isWhole ? block : around)
  })
}

interface PublicApi {
  types: Record<string, Record<string, string>>
  sources: string[]
  codes: string[]
}

/** The types that a section of the README states, by member; for a method, its return type. */
function statedTypes(page: string, section: string): Record<string, string> {
  const text = page.split(`\n### ${section}\n`)[1]?.split('\n##')[0] ?? ''
  const rows = [...text.matchAll(/^\| (`[^|]+`) \| `([^`]+)` \|/gm)]
  return Object.fromEntries(
    rows.flatMap(([, names = '', type = '']) =>
      [...names.matchAll(/`(\w+)[^`]*`/g)].map(([, member = '']) => [member, type] as const),
    ),
  )
}

describeOnDart('the Flutter package, against signatures of its plug-ins', () => {
  it('compiles with flutter_timezone 4', async () => {
    await compile(programOf(LIBRARIES), 4)
  })

  // In one program, because the compiler takes seconds for each.
  it('compiles with flutter_timezone 5, and so do its example, its tests, the samples of its README and guides and an app written for the former SDK', async () => {
    const tests = readdirSync(inFlutter('test')).map((name) => inFlutter(`test/${name}`))
    const fromReadme = samples()
    expect(fromReadme.length).toBeGreaterThan(5)
    const example = inFlutter('example/lib/main.dart')
    const movedApp = write('old_app.dart', MOVED_APP)
    await compile(programOf([...LIBRARIES, example, ...tests, ...fromReadme, movedApp]))
  })

  it('the tests of the plug-ins pass on the stand-ins', async () => {
    const printed = await dartOn(packagesWith(5), inFlutter('test/plugins_test.dart'))
    expect(printed).toMatch(/^[1-9]\d* passed, 0 failed\n$/)
  })

  it('a wrong type in that app is an error', async () => {
    const wrong = MOVED_APP.replace('final int? campaignId', 'final String campaignId')
    expect(wrong).not.toBe(MOVED_APP)
    await expect(compile(write('wrong_app.dart', wrong))).rejects.toThrow(
      "A value of type 'int?' can't be assigned to a variable of type 'String'",
    )
  })

  it('has the names and types of the TypeScript client, and its README states them', async () => {
    const printed = await dartOn(packagesWith(5), inFlutter('tool/fixtures/public_api.dart'))
    expect(JSON.parse(printed)).toEqual(readPublicApi())
    const { types, sources, codes } = JSON.parse(printed) as PublicApi
    const page = read('README.md')
    for (const [type, members] of Object.entries(types)) {
      const section = type === 'ThroughlineCore' ? 'Throughline' : type
      const wanted = Object.entries(members).map(([name, of]) => [name, of.split(' => ').at(-1)])
      expect({ section, ...statedTypes(page, section) }).toMatchObject({
        section,
        ...Object.fromEntries(wanted),
      })
    }
    const values = [...sources, ...codes].filter(
      (text) => !new RegExp(`^\\| \`\\w+\` \\| \`${text}\` \\|`, 'm').test(page),
    )
    expect(values).toEqual([])
  })
})

it('the shared vectors contain each log line of docs/sdk-porting.md', () => {
  const page = read('../../docs/sdk-porting.md')
  const [, section = ''] = /^## Log lines\n(.*?)^## /ms.exec(page) ?? []
  const shapes = [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, shape = '']) => shape)
  const lines = readVectorFiles().flatMap(([, vectors]) =>
    vectors.flatMap(({ expect: { log } }) => log ?? []),
  )
  const unseen = shapes.filter((shape) => {
    const escaped = shape.replace(/[.*+?()[\]{}|\\^$]/g, '\\$&')
    const pattern = new RegExp(`^${escaped.replace(/<\w+>/g, '.+')}$`)
    return !lines.some((line) => pattern.test(line))
  })
  expect(shapes.length).toBeGreaterThan(8)
  // In Dart, a listener's error goes to the app's own zone.
  expect(unseen).toEqual(['A link listener failed: <cause>'])
})
