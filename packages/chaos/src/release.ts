import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@throughline/testkit/installation/programs'
import type { ProjectAccess } from '@throughline/testkit/installation/project'

export interface Release {
  version: string
  commit: string
}

/** @throws Error if prisma/releases/releases.json lists none */
export function newestRelease(): Release {
  const file = join(root, 'prisma', 'releases', 'releases.json')
  const newest = (JSON.parse(readFileSync(file, 'utf8')) as Release[]).at(-1)
  if (newest === undefined) throw new Error(`${file} lists no release`)
  return newest
}

/** Why the release cannot be built; null if it can. */
export function missingRelease(): string | null {
  const { version, commit } = newestRelease()
  const found = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root })
  return found.status === 0 ? null : `this clone lacks commit ${commit} of release ${version}`
}

const run = promisify(execFile)

/** Builds API, worker and CLI of a release from its commit, with its packages. Later calls return the same folder. */
export async function buildRelease({ version, commit }: Release): Promise<string> {
  const cache = join(root, 'node_modules', '.cache', 'throughline')
  const bundles = join(cache, `release-${version}-${commit}`)
  if (existsSync(bundles)) return bundles
  await mkdir(cache, { recursive: true })
  const source = await mkdtemp(join(tmpdir(), 'throughline-release-'))
  try {
    const archive = `${source}.tar`
    await run('git', ['archive', '--output', archive, commit], { cwd: root })
    await run('tar', ['--extract', '--file', archive, '--directory', source])
    await rm(archive)
    const node = (...args: string[]) => run(process.execPath, args, { cwd: source })
    await node('scripts/setup.mjs')
    const draft = await mkdtemp(`${bundles}-`)
    await node('scripts/build.mjs', 'api', 'worker', 'cli', '--out', draft)
    await rename(draft, bundles)
    return bundles
  } finally {
    await rm(source, { recursive: true, force: true })
  }
}

/** Runs the command line of a folder of bundles. Returns what it prints. @throws Error if it fails */
export async function runCli(
  bundles: string,
  args: string[],
  env: Record<string, string>,
): Promise<string> {
  const { stdout } = await run(process.execPath, [join(bundles, 'cli', 'index.mjs'), ...args], {
    env,
  })
  return stdout
}

/** `createProject` of the testkit, by a release's command line. */
export async function createProjectBy(
  bundles: string,
  env: Record<string, string>,
): Promise<ProjectAccess> {
  const args = ['project', 'create', '--name', 'Chaos', '--prefix', 'chaos', '--json']
  const created = JSON.parse(await runCli(bundles, args, env)) as {
    project_key: string
    admin_token: string
    link_host: string
  }
  return {
    projectKey: created.project_key,
    adminToken: created.admin_token,
    linkHost: created.link_host,
  }
}
