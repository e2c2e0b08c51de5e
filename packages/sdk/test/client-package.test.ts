import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { packPackage, type PackedPackage } from '@throughline/testkit/packed-package'
import { CONSUMER, WRONG_CONSUMER } from './consumer-code.js'
import { documentSamples } from './document-samples.js'

const PATHS = ['', '/capacitor', '/debug', '/expo', '/react-native', '/web']

let packed: PackedPackage

beforeAll(async () => {
  packed = await packPackage('client')
})

afterAll(async () => {
  await packed.remove()
})

/** Prints the names that each entry point exports. */
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
  it('every entry point exports its names', async () => {
    expect(JSON.parse(await packed.runModule(PRINT_EXPORTS))).toEqual(EXPORTS)
  })

  it("every entry point loads where an engine has none of the browser's globals", async () => {
    const globals = ['AbortController', 'AbortSignal', 'crypto', 'fetch', 'structuredClone', 'URL']
    const remove = `for (const name of ${JSON.stringify(globals)}) delete globalThis[name]`
    expect(JSON.parse(await packed.runModule(`${remove}\n${PRINT_EXPORTS}`))).toEqual(EXPORTS)
  })

  it('loading has no side effects: no request, no timer, no listener, no global', async () => {
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

// Few programs, because each takes the compiler seconds.
describe('under TypeScript', () => {
  it("an app compiles with Node's resolution and without the DOM, but not without the API's address", async () => {
    const options = { module: 'nodenext', moduleResolution: 'nodenext' }
    const files = { 'app.ts': CONSUMER, 'wrong.ts': WRONG_CONSUMER }
    const output = await packed.compile(files, { ...strict, ...options })
    expect(output).toContain("Property 'baseUrl' is missing")
    expect(output.match(/^\S+(?=\()/gm)).toEqual(['wrong.ts'])
  })

  it("an app and the samples of the README and the guides compile with a bundler's resolution and the DOM", async () => {
    const samples = documentSamples()
    expect(Object.keys(samples).length).toBeGreaterThan(12)
    const options = { module: 'esnext', moduleResolution: 'bundler', target: 'es2022' }
    const platform = { lib: ['es2022', 'dom'], jsx: 'preserve', types: [] }
    const files = { ...samples, 'app.ts': CONSUMER }
    expect(await packed.compile(files, { ...strict, ...options, ...platform })).toBe('')
  })
})

describe('the config plug-in for Expo', () => {
  const projectId = '0B4C1F7E-0000-4000-8000-000000000000'
  const linkHosts = ['acme.links.example', 'go.acme.com']
  /** In the format of Expo's template. */
  const mainActivity = [
    'class MainActivity : ReactActivity() {',
    '  override fun onCreate(savedInstanceState: Bundle?) {',
    '    super.onCreate(null)',
    '  }',
    '}',
    '',
  ].join('\n')

  /** The config, and the main activities that its mod writes one after the other. */
  async function apply(contents: string, language = 'kt') {
    const expo = { scheme: 'acme', ios: { associatedDomains: ['webcredentials:acme.com'] } }
    const printed = await packed.runModule(`
      import plugin from '@throughline/client/expo-plugin'
      const warnings = []
      console.warn = (text) => warnings.push(text)
      const config = plugin(${JSON.stringify(expo)}, ${JSON.stringify({ projectId, linkHosts })})
      const edit = config.mods.android.mainActivity
      const modResults = ${JSON.stringify({ language, contents })}
      const once = await edit({ modResults })
      const twice = await edit(once)
      const activities = [once, twice].map(({ modResults }) => modResults.contents)
      console.log(JSON.stringify({ config, activities, warnings }))
    `)
    return JSON.parse(printed) as { config: unknown; activities: string[]; warnings: string[] }
  }

  it('registers scheme and hosts on both platforms, beside those of the app', async () => {
    const { config } = await apply(mainActivity)
    expect(config).toMatchObject({
      scheme: ['acme', `service-${projectId.toLowerCase()}`],
      ios: {
        associatedDomains: [
          'webcredentials:acme.com',
          ...linkHosts.map((host) => `applinks:${host}`),
        ],
      },
      android: {
        intentFilters: [
          { autoVerify: true, data: linkHosts.map((host) => ({ scheme: 'https', host })) },
        ],
      },
    })
  })

  it('removes old links in the main activity, once', async () => {
    const { activities, warnings } = await apply(mainActivity)
    const [once = '', twice] = activities
    expect(once).toMatch(
      /override fun onNewIntent\(.*override fun onCreate\(.*\.setData\(null\).*super\.onCreate\(null\)/s,
    )
    expect(twice).toBe(once)
    expect(warnings).toEqual([])
  })

  it('leaves a main activity of another form unchanged, and warns', async () => {
    const other = mainActivity.replace('savedInstanceState', 'state')
    for (const [contents, language] of [
      [other, 'kt'],
      [mainActivity, 'java'],
    ] as const) {
      const { activities, warnings } = await apply(contents, language)
      expect(activities).toEqual([contents, contents])
      expect(warnings[0]).toContain('MainActivity has another form')
    }
  })

  it('rejects options that Expo would write unescaped', async () => {
    const wrong = [
      undefined,
      { projectId: 'acme', linkHosts },
      { projectId, linkHosts: [] },
      { projectId, linkHosts: ['https://go.acme.com'] },
      { projectId, linkHosts: ['*.acme.com'] },
    ]
    const printed = await packed.runModule(`
      import plugin from '@throughline/client/expo-plugin'
      const refuse = (options) => {
        try {
          return plugin({}, options)
        } catch (error) {
          return error.message
        }
      }
      console.log(JSON.stringify(${JSON.stringify(wrong).replace('null', 'undefined')}.map(refuse)))
    `)
    expect(JSON.parse(printed)).toEqual([
      expect.stringContaining('projectId must be'),
      expect.stringContaining('projectId must be'),
      expect.stringContaining('linkHosts must list'),
      expect.stringContaining('not "https://go.acme.com"'),
      expect.stringContaining('not "*.acme.com"'),
    ])
  })
})

describe('as published', () => {
  it('has no findings of publint, and its types resolve everywhere', async () => {
    const { messages, problems, entrypoints } = await packed.findProblems()
    expect(messages).toEqual([])
    expect(problems).toEqual([])
    expect(entrypoints).toEqual(
      ['.', ...PATHS.slice(1).map((path) => `.${path}`), './expo-plugin', './package.json'].sort(),
    )
  })

  it('contains only what was built', () => {
    const others = packed.files.filter((file) => !/^dist\/|^[a-z-]+\/package\.json$/.test(file))
    expect(others.sort()).toEqual(['LICENSE', 'README.md', 'package.json'])
    expect(packed.files.filter((file) => /\.test\.|(?<!\.d)\.c?ts$/.test(file))).toEqual([])
  })

  it("passes npm's dry run of publishing", async () => {
    expect(await packed.publishDryRun()).toContain('+ @throughline/client@')
  })
})
