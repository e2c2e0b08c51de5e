import { readFile } from 'node:fs/promises'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { publint } from 'publint'
import { CONSUMER, WRONG_CONSUMER } from './consumer-code.js'
import { packPackage, type PackedPackage } from './packed-package.js'

const PATHS = ['', '/capacitor', '/debug', '/expo', '/react-native', '/web']

let packed: PackedPackage

beforeAll(async () => {
  packed = await packPackage()
})

afterAll(async () => {
  await packed.remove()
})

/** Prints the names that each path exports. */
const PRINT_EXPORTS = `
const names = {}
for (const path of ${JSON.stringify(PATHS)})
  names[path] = Object.keys(await import('@throughline/client' + path)).sort()
console.log(JSON.stringify(names))
`

const EXPORTS = {
  '': ['Throughline', 'ThroughlineError'],
  '/capacitor': ['capacitorAdapters'],
  '/debug': ['debugHelpers'],
  '/expo': ['expoAdapters'],
  '/react-native': ['reactNativeAdapters'],
  '/web': ['webAdapters'],
}

describe('under Node', () => {
  it('every path exports what it should', async () => {
    expect(JSON.parse(await packed.runModule(PRINT_EXPORTS))).toEqual(EXPORTS)
  })

  it('every path loads where an engine has none of the browsers’ globals', async () => {
    const globals = ['AbortController', 'AbortSignal', 'crypto', 'fetch', 'structuredClone', 'URL']
    const remove = `for (const name of ${JSON.stringify(globals)}) delete globalThis[name]`
    expect(JSON.parse(await packed.runModule(`${remove}\n${PRINT_EXPORTS}`))).toEqual(EXPORTS)
  })

  it('loading does nothing: no call, no timer, no listener, no global of its own', async () => {
    const printed = await packed.runModule(`
      const calls = []
      for (const name of ['addEventListener', 'fetch', 'setInterval', 'setTimeout'])
        globalThis[name] = () => calls.push(name)
      const before = Object.getOwnPropertyNames(globalThis)
      for (const path of ${JSON.stringify(PATHS)}) await import('@throughline/client' + path)
      const added = Object.getOwnPropertyNames(globalThis).slice(before.length)
      console.log(JSON.stringify([...calls, ...added]))
    `)
    expect(printed).toBe('[]')
  })
})

describe('under TypeScript', () => {
  const strict = {
    target: 'es2020',
    lib: ['es2020'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
  }

  it.each([
    ['Node’s resolution', { module: 'nodenext', moduleResolution: 'nodenext' }],
    ['a bundler’s resolution', { module: 'esnext', moduleResolution: 'bundler' }],
    [
      'the DOM’s types beside it',
      { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'] },
    ],
  ])('an app compiles with %s', async (_name, options) => {
    expect(await packed.compile({ 'app.ts': CONSUMER }, { ...strict, ...options })).toBe('')
  })

  it('an app that leaves out the API’s address does not', async () => {
    const options = { ...strict, module: 'nodenext', moduleResolution: 'nodenext' }
    const wrong = await packed.compile({ 'wrong.ts': WRONG_CONSUMER }, options)
    expect(wrong).toContain("Property 'baseUrl' is missing")
  })
})

describe('as it is published', () => {
  it('has nothing that publint would change', async () => {
    const bytes = await readFile(packed.tarball)
    const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
    const { messages } = await publint({ pack: { tarball }, strict: true, level: 'suggestion' })
    expect(messages).toEqual([])
  })

  it('resolves with its types everywhere, but for require(): it is ES modules alone', async () => {
    const result = await checkPackage(
      createPackageFromTarballData(new Uint8Array(await readFile(packed.tarball))),
    )
    if (result.types === false) throw new Error('The package has no types')
    expect(Object.keys(result.entrypoints).sort()).toEqual(
      ['.', ...PATHS.slice(1).map((path) => `.${path}`), './package.json'].sort(),
    )
    expect(result.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([])
  })

  it('holds what was built, the vectors, and nothing of the tests', async () => {
    const bytes = new Uint8Array(await readFile(packed.tarball))
    const files = createPackageFromTarballData(bytes).listFiles()
    const own = files.map((file) => file.replace('/node_modules/@throughline/client/', ''))
    const others = own.filter((file) => !/^(dist|vectors)\/|^[a-z-]+\/package\.json$/.test(file))
    expect(others.sort()).toEqual(['LICENSE', 'README.md', 'package.json'])
    expect(own.filter((file) => /\.test\.|(?<!\.d)\.ts$/.test(file))).toEqual([])
    expect(own).toContain('vectors/README.md')
  })
})
