import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { buildOnce } from './build-once.js'

/** A package as it would be published, installed in an empty project without any registry. */
export interface PackedPackage {
  readonly tarball: string
  /** The files inside, by their paths in the package. */
  readonly files: readonly string[]
  readonly project: string
  /** Runs an ES module in the project; returns what it printed. */
  runModule(code: string): Promise<string>
  /** Compiles files in the project, by name, with these options. Returns the errors, or ''. */
  compile(files: Readonly<Record<string, string>>, options: object): Promise<string>
  /** The findings of publint and `@arethetypeswrong`, except those for require(): both packages are ES modules. */
  findProblems(): Promise<{ messages: unknown[]; problems: Problem[]; entrypoints: string[] }>
  /** What `npm publish --dry-run` prints; rejects where it fails. */
  publishDryRun(): Promise<string>
  remove(): Promise<void>
}

const inRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const OFFLINE = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund']

/** Packs as `npm run pack` does, once for each run of the tests, and installs. */
export async function packPackage(name: 'client' | 'webhooks'): Promise<PackedPackage> {
  const packed = await buildOnce(`packed-${name}`, async (draft) => {
    await done(process.execPath, [inRoot('scripts/pack.mjs'), '--out', draft, name])
  })
  const tarball = join(packed, (await readdir(packed))[0] ?? '')
  const bytes = new Uint8Array(await readFile(tarball))
  const project = await mkdtemp(join(tmpdir(), 'throughline-packed-'))
  await writeFile(join(project, 'package.json'), '{"private": true, "type": "module"}')
  await done('npm', ['install', ...OFFLINE, tarball], project)
  return {
    tarball,
    files: filesOf(bytes),
    project,
    runModule: (code) => done(process.execPath, ['--input-type=module', '--eval', code], project),
    compile: async (files, options) => {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(project, path)), { recursive: true })
        await writeFile(join(project, path), text)
      }
      const config = { compilerOptions: options, files: Object.keys(files) }
      await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config))
      const compiler = inRoot('node_modules/typescript/bin/tsc')
      return (await outcomeOf(process.execPath, [compiler, '-p', project], project)).output
    },
    findProblems: () => findProblems(bytes),
    publishDryRun: () =>
      done('npm', ['publish', '--dry-run', ...OFFLINE, '--loglevel=notice', tarball], project),
    remove: () => rm(project, { recursive: true }),
  }
}

async function findProblems(bytes: Uint8Array<ArrayBuffer>) {
  const pack = { tarball: bytes.buffer }
  const { messages } = await publint({ pack, strict: true, level: 'suggestion' })
  const result = await checkPackage(createPackageFromTarballData(bytes))
  if (result.types === false) throw new Error('The package has no types')
  return {
    messages,
    problems: result.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM'),
    entrypoints: Object.keys(result.entrypoints).sort(),
  }
}

function filesOf(tarball: Uint8Array): string[] {
  return createPackageFromTarballData(tarball)
    .listFiles()
    .map((file) => file.replace(/^\/node_modules\/@[^/]+\/[^/]+\//, ''))
}

const execute = promisify(execFile)

async function done(program: string, args: string[], cwd?: string): Promise<string> {
  const { isDone, output } = await outcomeOf(program, args, cwd)
  if (!isDone) throw new Error(`${program} ${args.join(' ')}\n${output}`)
  return output
}

async function outcomeOf(program: string, args: string[], cwd: string | undefined) {
  try {
    return { isDone: true, output: (await execute(program, args, { cwd })).stdout.trim() }
  } catch (error) {
    // The error contains the output of a failed program.
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return { isDone: false, output: `${stdout}${stderr}`.trim() || String(error) }
  }
}
