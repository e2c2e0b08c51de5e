// `npm run build [-- api worker cli]`: one file per app in apps/<app>/dist that runs with Node alone, as the images do.
// `--out DIR` puts them in DIR/<app>, without the panel. `--with-sample` keeps the sample data, which images leave out;
// `npm start` uses both. For tests only: `--mutant FILE` builds with one guarantee switched off, by the
// replacement that this JSON file describes: {"name", "replace"}.
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { decode, encode } from '@jridgewell/sourcemap-codec'
import { build } from 'esbuild'

import { billOfMaterials } from './lib/bill-of-materials.mjs'
import { licenceTexts } from './lib/licence-texts.mjs'
import { packageFolders } from './lib/package-folders.mjs'
import { inRoot, root } from './lib/paths.mjs'
import { runChild } from './lib/run-child.mjs'

const SWAGGER_UI = inRoot('node_modules', 'swagger-ui-dist')
const SHARED_RANGES = inRoot('apps', 'api', 'src', 'infra')

const ARGON2 = inRoot('node_modules', 'hash-wasm')
const MIGRATIONS = inRoot('prisma', 'migrations')

/** Additional files of an app's bundle, by path in dist. */
const APPS = {
  api: {
    'docs-assets/swagger-ui.css': join(SWAGGER_UI, 'swagger-ui.css'),
    'docs-assets/swagger-ui-bundle.js': join(SWAGGER_UI, 'swagger-ui-bundle.js'),
    'docs-assets/swagger-ui-bundle.js.LICENSE.txt': join(
      SWAGGER_UI,
      'swagger-ui-bundle.js.LICENSE.txt',
    ),
    'docs-assets/favicon-32x32.png': join(SWAGGER_UI, 'favicon-32x32.png'),
    'docs-assets/LICENSE': join(SWAGGER_UI, 'LICENSE'),
    'docs-assets/NOTICE': join(SWAGGER_UI, 'NOTICE'),
    guides: inRoot('docs', 'guides'),
    migrations: MIGRATIONS,
    'argon2.umd.min.js': join(ARGON2, 'dist', 'argon2.umd.min.js'),
    'argon2.LICENSE.txt': join(ARGON2, 'LICENSE'),
    'hosting-ranges.bin': join(SHARED_RANGES, 'hosting-ranges.bin'),
    'hosting-ranges.LICENSE.txt': join(SHARED_RANGES, 'hosting-ranges.LICENSE.txt'),
  },
  worker: { migrations: MIGRATIONS },
  cli: { migrations: MIGRATIONS },
}

/** Optional packages, loaded only if present: native drivers and decoders, other Redis clients, a cache of undici. */
const OPTIONAL = [
  'pg-native',
  '@valkey/valkey-glide',
  'bullmq-otel',
  'msgpackr-extract',
  'node:sqlite',
]

const OPENTELEMETRY = [
  'core',
  'exporter-trace-otlp-http',
  'otlp-transformer',
  'resources',
  'sdk-metrics',
  'sdk-trace',
]

/** Builds that Node does not select: jsonc-parser's UMD hides its requires; OpenTelemetry's CommonJS takes 700 kB. */
const ES_MODULES = {
  'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
  '@opentelemetry/sdk-trace-base': '@opentelemetry/sdk-trace-base/build/esm/index-shim.js',
  ...Object.fromEntries(
    OPENTELEMETRY.map((name) => [
      `@opentelemetry/${name}`,
      `@opentelemetry/${name}/build/esm/index.js`,
    ]),
  ),
}

/** CommonJS packages inside an ES module still use these three names. */
const BANNER = `
import { createRequire as bannerCreateRequire } from 'node:module'
import { fileURLToPath as bannerFileURLToPath } from 'node:url'
const require = bannerCreateRequire(import.meta.url)
const __filename = bannerFileURLToPath(import.meta.url)
const __dirname = bannerFileURLToPath(new URL('.', import.meta.url))
`

/** Modules that only the repository needs, by the end of their path: images start no stack and create no sample data. */
const REPOSITORY_ONLY = {
  'rehearse/rehearse.js': `export async function rehearse() {
    console.error('The rehearsal runs from the repository: npm run rehearse')
    return 1
  }`,
  'sample/create-sample.js': `export async function createSample() {
    throw new Error('Sample data is available only in the repository: npm start')
  }`,
}

const leaveOut = {
  name: 'leave-out',
  setup({ onResolve, onLoad }) {
    const isLeftOut = flags['with-sample']
      ? /\/rehearse\/rehearse\.js$/
      : /\/(rehearse\/rehearse|sample\/create-sample)\.js$/
    onResolve({ filter: isLeftOut }, ({ path }) => ({
      path: path.split('/').slice(-2).join('/'),
      namespace: 'left-out',
    }))
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: REPOSITORY_ONLY[path],
    }))
  },
}

/** Replaces the line that ends in `// mutant: NAME`. */
const mutate = ({ name, replace }) => ({
  name: 'mutate',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
      const lines = (await readFile(path, 'utf8')).split('\n')
      const marked = lines.findIndex((line) => line.endsWith(`// mutant: ${name}`))
      if (marked < 0) return undefined
      mutated.add(path)
      return { contents: lines.with(marked, replace).join('\n'), loader: 'ts' }
    })
  },
})

/** esbuild's own. */
const KEEP_NAME =
  'var __name = (target, value) => __defProp(target, "name", { value, configurable: true });'

const { values: flags, positionals: wanted } = parseArgs({
  options: {
    out: { type: 'string' },
    'with-sample': { type: 'boolean' },
    mutant: { type: 'string' },
  },
  allowPositionals: true,
})
const mutant = flags.mutant && JSON.parse(await readFile(flags.mutant, 'utf8'))
const mutated = new Set()
const unknown = wanted.filter((name) => !Object.hasOwn(APPS, name))
if (unknown.length > 0) fail(`No such app: ${unknown.join(', ')}. There are ${Object.keys(APPS)}.`)
if (!existsSync(inRoot('packages', 'db', 'src', 'generated', 'prisma', 'client.ts'))) {
  fail('The database client is missing. Run: npm run generate')
}
for (const app of wanted.length > 0 ? wanted : Object.keys(APPS)) await buildApp(app)
if (mutant && mutated.size !== 1) {
  fail(`${mutated.size} files have a line that ends in "// mutant: ${mutant.name}"; one must`)
}

async function buildApp(app) {
  const dist = flags.out ? join(flags.out, app) : inRoot('apps', app, 'dist')
  const formerAssets = await keepPanelAssets(dist)
  await rm(dist, { recursive: true, force: true })
  const { metafile } = await bundle(app, dist)
  await keepClassNamesOnly(join(dist, 'index.mjs'))
  await shortenMap(join(dist, 'index.mjs.map'))
  rejectExternals(app, metafile)
  for (const [place, source] of Object.entries(APPS[app])) {
    await mkdir(dirname(join(dist, place)), { recursive: true })
    await cp(source, join(dist, place), { recursive: true })
  }
  // With `--out`, the caller builds the panel if it needs one.
  if (app === 'api' && !flags.out) await buildPanel(join(dist, 'panel'), formerAssets)
  const bundled = packageFolders(Object.keys(metafile.inputs))
  const copied = packageFolders(Object.values(APPS[app]).map((source) => relative(root, source)))
  const folders = [...bundled, ...copied]
  const bill = await billOfMaterials(root, { app, folders, panel: join(dist, 'panel') })
  await writeFile(join(dist, 'THIRD-PARTY-LICENCES.txt'), await licenceTexts(root, bundled))
  await writeFile(join(dist, 'sbom.cdx.json'), bill)
  const { size } = await stat(join(dist, 'index.mjs'))
  process.stdout.write(
    `${relative(root, join(dist, 'index.mjs'))}  ${(size / 1e6).toFixed(1)} MB\n`,
  )
}

/** The hashed files of the previous build, from which open tabs load screens after an upgrade. */
async function keepPanelAssets(dist) {
  const assets = join(dist, 'panel', 'assets')
  if (!existsSync(assets)) return null
  const kept = `${dist}-assets-before`
  await rm(kept, { recursive: true, force: true })
  await rename(assets, kept)
  return kept
}

/** The admin panel, which the API serves. Its budgets fail the build. */
async function buildPanel(dist, formerAssets) {
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--outDir', dist, '--emptyOutDir', '--logLevel', 'warn']
  const code = await runChild(process.execPath, args, { cwd: inRoot('apps', 'admin') })
  if (code !== 0) fail('The panel could not be built, see above.')
  if (formerAssets) await rename(formerAssets, join(dist, 'assets-before'))
}

function bundle(app, dist) {
  return build({
    absWorkingDir: root,
    entryPoints: { index: inRoot('apps', app, 'src', 'index.ts') },
    outdir: dist,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    // The maps carry names and lines; the sources are in the repository.
    sourcesContent: false,
    // Errors are identified by class name; see keepClassNamesOnly.
    keepNames: true,
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
    external: OPTIONAL,
    banner: { js: BANNER },
    alias: ES_MODULES,
    plugins: [leaveOut, ...(mutant ? [mutate(mutant)] : [])],
  })
}

/** With `keepNames`, naming each closure costs more per delivery than its signatures. Only names of classes matter. */
async function keepClassNamesOnly(file) {
  const text = await readFile(file, 'utf8')
  if (text.split(KEEP_NAME).length !== 2) fail(`${file} keeps names in another way than expected`)
  const isOther = 'value.charCodeAt(0) > 90 ? target : '
  await writeFile(
    file,
    text.replace(KEEP_NAME, () => KEEP_NAME.replace('=> ', `=> ${isOther}`)),
  )
}

/**
 * Maps own code by line and the code of a library by file, as its first line. Node parses the map when a stack is first
 * read, and nothing else runs meanwhile: for 0.3 to 0.7 s, and with 90 MB, if it has every expression of every library.
 */
async function shortenMap(file) {
  const map = JSON.parse(await readFile(file, 'utf8'))
  const isLibrary = map.sources.map((source) => source.includes('/node_modules/'))
  let last = []
  const isKept = (segment) => {
    const [[, lastSource, lastLine], [, source, line]] = [last, segment]
    last = segment
    return source !== lastSource || (line !== lastLine && !isLibrary[source])
  }
  map.mappings = encode(decode(map.mappings).map((segments) => segments.filter(isKept)))
  await writeFile(file, JSON.stringify(map))
}

/** The images contain no node_modules, so an import that is neither Node's nor optional would fail at start. */
function rejectExternals(app, metafile) {
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
  const missing = imports
    .filter(
      ({ external, path }) => external === true && !isBuiltin(path) && !OPTIONAL.includes(path),
    )
    .map(({ path }) => path)
  if (missing.length > 0)
    fail(`apps/${app} would need at run time: ${[...new Set(missing)].join(', ')}`)
  const early = imports.filter(
    (one) => OPTIONAL.includes(one.path) && one.kind === 'import-statement',
  )
  if (early.length > 0) fail(`apps/${app} imports ${early[0].path} at its start`)
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
