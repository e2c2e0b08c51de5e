// `npm run version -- 0.2.0`: sets the version of every package, including Flutter's, and starts its section in both
// changelogs.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

import { inRoot } from './lib/paths.mjs'

const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/

const [version = ''] = process.argv.slice(2)
if (!VERSION.test(version)) {
  process.stderr.write('Usage: npm run version -- 0.2.0\n')
  process.exit(1)
}

const changed = []
const today = new Date().toISOString().slice(0, 10)
const former = JSON.parse(read('package.json')).version

for (const path of ['package.json', ...packageManifests()]) {
  edit(path, (text) => toJson(withVersion(JSON.parse(text))))
}
edit('package-lock.json', (text) => {
  const lock = JSON.parse(text)
  const packages = Object.entries(lock.packages).map(([path, entry]) => [
    path,
    isOurs(path) ? withVersion(entry) : entry,
  ])
  return toJson({ ...lock, version, packages: Object.fromEntries(packages) })
})
edit('packages/runtime/src/version.ts', (text) =>
  text.replace(/VERSION = '[^']+'/, `VERSION = '${version}'`),
)
for (const app of ['api', 'worker', 'cli']) {
  edit(`apps/${app}/Dockerfile`, (text) => text.replace(/(image\.version=)\S+/, `$1${version}`))
}
edit('docker-bake.hcl', (text) => text.replace(/("VERSION" \{\s+default = )".*"/, `$1"${version}"`))
edit('deploy/kubernetes/common/kustomization.yaml', (text) =>
  text.replace(/newTag: .+$/gm, `newTag: ${version}`),
)
edit('packages/flutter/pubspec.yaml', (text) =>
  text.replace(/^version: .+$/m, `version: ${version}`),
)
edit('packages/flutter/CHANGELOG.md', (text) =>
  text.includes('## Unreleased\n')
    ? text.replace('## Unreleased\n', `## ${version}\n`)
    : text.replace('# Changelog\n', `# Changelog\n\n## ${version}\n\n- No changes.\n`),
)
edit('CHANGELOG.md', (text) =>
  text.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${version}] - ${today}\n`),
)

process.stdout.write(
  `${former} → ${version} in ${changed.length} files. What comes next: docs/releasing.md\n`,
)

function packageManifests() {
  return ['apps', 'packages'].flatMap((parent) =>
    readdirSync(inRoot(parent))
      .map((name) => `${parent}/${name}/package.json`)
      .filter((path) => path !== 'packages/flutter/package.json'),
  )
}

/** In the lock file: the root, and the workspaces themselves, not what is installed in them. */
function isOurs(path) {
  return !path.includes('node_modules')
}

/** A manifest, or its entry in the lock file, with this version of itself and of our packages that it needs. */
function withVersion(manifest) {
  const raise = (dependencies) =>
    Object.fromEntries(
      Object.entries(dependencies).map(([name, wanted]) => [
        name,
        name.startsWith('@throughline/') ? version : wanted,
      ]),
    )
  const result = { ...manifest, version }
  for (const kind of ['dependencies', 'devDependencies']) {
    if (manifest[kind]) result[kind] = raise(manifest[kind])
  }
  return result
}

function toJson(value) {
  return `${JSON.stringify(value, null, 2)}\n`
}

function edit(path, change) {
  const before = read(path)
  const after = change(before)
  if (after === before) return
  writeFileSync(inRoot(path), after)
  changed.push(path)
}

function read(path) {
  return readFileSync(inRoot(path), 'utf8')
}
