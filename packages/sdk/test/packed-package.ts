import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The package as it would be published, installed in an empty project without any registry. */
export interface PackedPackage {
  readonly tarball: string
  /** Runs an ES module in the project; answers what it printed. */
  runModule(code: string): Promise<string>
  /** Compiles files in the project, by name, with these options; answers what is wrong, '' for nothing. */
  compile(files: Readonly<Record<string, string>>, options: object): Promise<string>
  remove(): Promise<void>
}

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const COMPILER = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))

/** Packs, which builds, and installs. */
export async function packPackage(): Promise<PackedPackage> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-client-'))
  await npm(PACKAGE, ['pack', '--pack-destination', folder])
  const tarball = join(folder, (await readdir(folder))[0] ?? '')
  const project = join(folder, 'project')
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{"private": true, "type": "module"}')
  const offline = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund']
  await npm(project, ['install', ...offline, tarball])
  return {
    tarball,
    runModule: async (code) => {
      const { isDone, output } = await run(project, ['--input-type=module', '--eval', code])
      if (!isDone) throw new Error(output)
      return output
    },
    compile: async (files, options) => {
      for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text)
      const config = { compilerOptions: options, files: Object.keys(files) }
      await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config))
      return (await run(project, [COMPILER, '-p', project])).output
    },
    remove: () => rm(folder, { recursive: true }),
  }
}

const execute = promisify(execFile)

async function npm(cwd: string, args: string[]): Promise<void> {
  const { isDone, output } = await outcomeOf(execute('npm', args, { cwd }))
  if (!isDone) throw new Error(`npm ${args.join(' ')}\n${output}`)
}

function run(cwd: string, args: string[]) {
  return outcomeOf(execute(process.execPath, args, { cwd }))
}

async function outcomeOf(running: Promise<{ stdout: string; stderr: string }>) {
  try {
    return { isDone: true, output: (await running).stdout.trim() }
  } catch (error) {
    // What a program that failed printed stands in the error.
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return { isDone: false, output: `${stdout}${stderr}`.trim() || String(error) }
  }
}
