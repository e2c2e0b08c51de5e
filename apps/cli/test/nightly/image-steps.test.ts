import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { freePort } from '@throughline/stack/ports'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { testEnv } from '@throughline/testkit/test-env'
import { waitFor } from '@throughline/testkit/wait-for'
import { APPS, execForm, readStagePair, textsOf, type App } from '../dockerfile.js'
import { copyFromBuild, runBuildStage, runStep } from '../image-steps.js'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const run = promisify(execFile)

describe('the steps of the Dockerfiles, run here with packages linked where their lock file is the same', () => {
  let folder: string
  let database: TestDatabase
  const keys = `k1:${randomBytes(32).toString('base64')}`
  const env = () => ({ NODE_ENV: 'production', DATABASE_URL: database.url, SECRETS_KEYS: keys })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'throughline-image-'))
    database = await createTestDatabase()
    await mkdir(join(folder, 'src'))
    const { build } = await readStagePair(root, 'cli')
    const shared = build.instructions.slice(0, -1)
    await runBuildStage({ ...build, instructions: shared }, { root, folder: join(folder, 'src') })
    await ensureImage('cli')
  }, 180_000)

  afterAll(async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const images = new Map<App, Promise<void>>()

  /** For each app, in a separate folder: the last step of the build and what the final stage copies. */
  function ensureImage(app: App): Promise<void> {
    const image = images.get(app) ?? makeImage(app)
    images.set(app, image)
    return image
  }

  async function makeImage(app: App): Promise<void> {
    const { build, final } = await readStagePair(root, app)
    const builtIn = join(folder, 'src')
    await runStep(build.instructions.at(-1)?.text ?? '', { root, folder: builtIn })
    await copyFromBuild(final, builtIn, { folder: join(folder, app) })
  }

  async function migrate(): Promise<unknown> {
    const { stdout } = await run(process.execPath, ['index.mjs', 'migrate', '--json'], {
      cwd: join(folder, 'cli'),
      env: env(),
    })
    return JSON.parse(stdout)
  }

  it('produce the command line with its migrations, which creates and fills a database', async () => {
    await database.drop()
    const names = await readdir(join(root, 'prisma', 'migrations'), { withFileTypes: true })
    const folders = names.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    expect(await migrate()).toMatchObject({ applied: folders.sort() })
    expect(await migrate()).toMatchObject({ applied: [] })
  })

  it.each(APPS)('produce %s, which prints its version', async (app) => {
    await ensureImage(app)
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      version: string
    }
    const args = ['index.mjs', '--version']
    const { stdout } = await run(process.execPath, args, { cwd: join(folder, app), env: {} })
    expect(stdout).toBe(`${version}\n`)
  })

  it.each([
    ['api', ['express', 'hash-wasm', 'react', 'swagger-ui-dist']],
    ['worker', ['pg', 'undici']],
    ['cli', ['commander', 'pg']],
  ] as const)('produce %s with a list of its npm packages', async (app, some) => {
    await ensureImage(app)
    const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string }>
    }
    const bill = JSON.parse(await readFile(join(folder, app, 'sbom.cdx.json'), 'utf8')) as {
      components: { name: string; version: string; hashes?: object[]; licenses?: object[] }[]
    }
    const locked = Object.entries(packages).map(
      ([path, { version }]) => `${path.split('node_modules/').at(-1) ?? ''} ${version}`,
    )
    expect(locked).toEqual(
      expect.arrayContaining(bill.components.map(({ name, version }) => `${name} ${version}`)),
    )
    expect(bill.components.map(({ name }) => name)).toEqual(expect.arrayContaining([...some]))
    const incomplete = bill.components.filter(
      ({ hashes, licenses }) => hashes === undefined || licenses === undefined,
    )
    expect(incomplete).toEqual([])
  })

  const redisUrl = testEnv().redisUrl ?? ''
  const processes = [
    ['api', 'PostgreSQL', { path: '/docs/swagger-ui-bundle.js', portName: 'PORT' }],
    ['worker', 'PostgreSQL', { path: '/readyz', portName: 'WORKER_PORT' }],
    ['worker', 'Redis', { path: '/readyz', portName: 'WORKER_PORT' }],
  ] as const

  // Without Redis the third case cannot run.
  it.each(processes.slice(0, redisUrl === '' ? 2 : 3))(
    'produce %s, with its queue in %s, which passes its health check and exits with 0 at its stop signal',
    async (app, queue, { path, portName }) => {
      await Promise.all([ensureImage(app), migrate()])
      const { final } = await readStagePair(root, app)
      const port = await freePort()
      const REDIS_URL = queue === 'Redis' ? redisUrl : ''
      const settings = { ...env(), REDIS_URL, [portName]: String(port) }
      const cwd = join(folder, app)
      const child = spawn(
        process.execPath,
        execForm(textsOf(final, 'ENTRYPOINT')[0] ?? '').slice(1),
        { cwd, env: settings, stdio: ['ignore', 'ignore', 'inherit'] },
      )
      const exited = once(child, 'exit')
      const check = (textsOf(final, 'HEALTHCHECK')[0] ?? '').replace('CMD ', '')
      await waitFor(
        async () => {
          await run(process.execPath, execForm(check).slice(1), { env: settings })
          const response = await fetch(`http://localhost:${port}${path}`)
          // Read to the end, because a stop waits for responses in progress.
          await response.arrayBuffer()
          return response.ok
        },
        { what: `${app} to be healthy and to answer ${path}`, everyMs: 100 },
      ).finally(() => child.kill('SIGTERM'))
      expect(await exited).toEqual([0, null])
    },
  )
})
