import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { findServiceProblems } from '@throughline/stack/config'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'
import { APPS, execForm, readStagePair, textsOf } from './dockerfile.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

// dclint's type files import each other without extensions, so none of its types resolve here.
const Linter = DCLinter as unknown as new (config: object) => {
  lintFiles(paths: string[], isRecursive: boolean): { messages: object[] }[]
}

const read = (path: string) => readFile(join(root, path), 'utf8')

const hasCompose = spawnSync('docker-compose', ['version']).status === 0
const itWithCompose = hasCompose ? it : it.skip
const checkWithCompose = (file: string, env: NodeJS.ProcessEnv) =>
  run('docker-compose', ['-f', join(root, file), 'config', '-q'], {
    cwd: tmpdir(),
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...env },
  })

it.each(['docker-compose.yml', 'docker-compose.dev.yml'])(
  '%s passes dclint without a warning',
  async (file) => {
    const settings = JSON.parse(await read('.dclintrc.json')) as object
    const linter = new Linter({ ...settings, exclude: [], quiet: false, debug: false })
    const results = linter.lintFiles([join(root, file)], false)
    expect(results.map(({ messages }) => messages)).toEqual([[]])
  },
)

describe('docker-compose.yml', () => {
  const secrets = { SECRETS_KEYS: 'k1:x', POSTGRES_PASSWORD: 'x' }
  const compose = (env: NodeJS.ProcessEnv) => checkWithCompose('docker-compose.yml', env)

  itWithCompose('is accepted by docker-compose, where that is on PATH', async () => {
    await compose(secrets)
  })

  itWithCompose.each(['SECRETS_KEYS', 'POSTGRES_PASSWORD'])(
    'is rejected by docker-compose (if it is on PATH) without %s, which the error names',
    async (name) => {
      await expect(compose({ ...secrets, [name]: '' })).rejects.toMatchObject({
        stderr: expect.stringContaining(`${name} is required`),
      })
    },
  )

  it('hardens every service', async () => {
    const services = await readServices()
    expect(Object.keys(services)).toEqual(['postgres', 'redis', 'migrate', 'cli', 'api', 'worker'])
    for (const text of Object.values(services)) expect(text).toContain('<<: *hardened')
    const hardened = /^x-hardened:[^]*?\n\n/m.exec(await read('docker-compose.yml'))?.[0]
    expect(hardened).toContain('read_only: true')
    expect(hardened).toMatch(/cap_drop:\s+- ALL\n/)
    expect(hardened).toContain('no-new-privileges:true')
  })

  it('runs the stores as their own users and pins their versions', async () => {
    const { postgres, redis } = await readServices()
    expect(postgres).toMatch(/user: postgres\n/)
    expect(postgres).toMatch(/image: postgres:\d+\.\d+-/)
    expect(redis).toMatch(/user: redis\n/)
    expect(redis).toMatch(/image: redis:\d+\.\d+\.\d+-/)
  })

  it('gives the worker its delivery time-out plus 15 s to stop', async () => {
    const { worker } = await readServices()
    const graceSeconds = Number(/stop_grace_period: \$\{\w+:-(\d+)s\}/.exec(worker ?? '')?.[1])
    expect(graceSeconds).toBeGreaterThanOrEqual(15 + 15)
  })

  it('publishes only the API, on this machine only', async () => {
    const text = await read('docker-compose.yml')
    expect(text.match(/ports:\n.*/g)).toEqual([expect.stringContaining("'127.0.0.1:")])
  })

  it("limits the memory of each service, and leaves memory beside Node's heap", async () => {
    const services = await readServices()
    expect(Object.keys(services)).toHaveLength(6)
    for (const [name, text] of Object.entries(services)) {
      const limit = /^ {4}mem_limit: (?:\$\{\w+:-)?(\d+)([mg])\}?$/m.exec(text)
      const megabytes = Number(limit?.[1]) * (limit?.[2] === 'g' ? 1_024 : 1)
      expect(megabytes).toBeGreaterThan(0)
      if (name === 'postgres' || name === 'redis') continue
      const heap = /--max-old-space-size=(?:\$\{\w+:-)?(\d+)/.exec(text)?.[1]
      expect(megabytes - Number(heap)).toBeGreaterThanOrEqual(256)
    }
  })

  async function readServices(): Promise<Record<string, string>> {
    const all = /^services:\n([^]*?)^networks:/m.exec(await read('docker-compose.yml'))?.[1] ?? ''
    const parts = all.split(/^ {2}(\w+):\n/m).slice(1)
    const pairs = parts.flatMap((name, at) => (at % 2 === 0 ? [[name, parts[at + 1] ?? '']] : []))
    return Object.fromEntries(pairs)
  }
})

describe('docker-compose.dev.yml', () => {
  interface Service {
    image?: string
    environment?: Record<string, string | number | null>
    ports?: string[]
    extra_hosts?: string[]
    mem_limit?: string
  }
  interface ComposeFile {
    services: Record<string, Service>
    networks: { default: { ipam: { config: { subnet: string }[] } } }
  }

  /** Includes the default of each variable. */
  async function readCompose(name: string): Promise<ComposeFile> {
    const text = (await read(name)).replace(/\$\{\w+:-([^}]*)\}/g, '$1')
    return parse(text, { merge: true }) as ComposeFile
  }
  const dev = () => readCompose('docker-compose.dev.yml')

  itWithCompose('is accepted by docker-compose without any variable', async () => {
    await checkWithCompose('docker-compose.dev.yml', {})
  })

  it('sets only documented variables, to values that the API and the worker accept', async () => {
    const { services } = await dev()
    const documented = await read('docs/configuration.md')
    for (const name of ['setup', 'api', 'worker', 'listen', 'cli']) {
      const { SECRETS_KEYS_FILE: file, ...env } = services[name]?.environment ?? {}
      expect(file).toBe('/keys/secrets-keys')
      for (const variable of Object.keys(env)) expect(documented).toContain(`\`${variable}\``)
      const texts = Object.entries(env).map(([key, value]) => [key, String(value ?? '')])
      const given = { ...Object.fromEntries(texts), SECRETS_KEYS: `k1:${'A'.repeat(43)}=` }
      expect(await findServiceProblems(root, given)).toEqual([])
      expect(env['NODE_ENV']).toBe('development')
    }
  })

  it('lets the API and the worker reach its own network and the host by http', async () => {
    const { services, networks } = await dev()
    const [{ subnet } = { subnet: '' }] = networks.default.ipam.config
    for (const { environment, extra_hosts: hosts } of [services['api'], services['worker']].map(
      (service) => service ?? {},
    )) {
      expect(environment).toMatchObject({ DELIVERY_ALLOW_HTTP: 'true' })
      expect(String(environment?.['DELIVERY_ALLOW_NETS']).split(',')).toEqual(
        expect.arrayContaining([subnet, '172.17.0.1']),
      )
      expect(hosts).toEqual(['host.docker.internal:host-gateway'])
    }
  })

  it('publishes only the API, on this machine only', async () => {
    const { services } = await dev()
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => [name, port]),
    )
    expect(published).toEqual([['api', '127.0.0.1:3000:3000']])
  })

  it('limits the memory of each service', async () => {
    const { services } = await dev()
    for (const [name, { mem_limit: limit }] of Object.entries(services))
      expect([name, limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)])
  })

  it('uses the stores of docker-compose.yml', async () => {
    const [own, servers] = await Promise.all([dev(), readCompose('docker-compose.yml')])
    for (const name of ['postgres', 'redis'])
      expect(own.services[name]?.image).toBe(servers.services[name]?.image)
  })
})

describe('docker-bake.hcl', () => {
  /** The attributes of each block. Their values have one line, and are JSON as well as HCL. */
  async function readBlocks(): Promise<Record<string, Record<string, unknown>>> {
    const blocks = (await read('docker-bake.hcl')).matchAll(/^(\w+ "\w+") \{\n([^]*?)^\}$/gm)
    const pairs = [...blocks].map(([, name = '', body = '']) => {
      const lines = body.matchAll(/^ +"?([\w.]+)"? = (["[].*)$/gm)
      const values = [...lines].map(([, key, value = '']) => [key, JSON.parse(value)])
      return [name, Object.fromEntries(values)]
    })
    return Object.fromEntries(pairs) as Record<string, Record<string, unknown>>
  }

  it('builds each Dockerfile for two platforms, with the version as label and tag', async () => {
    const { version } = JSON.parse(await read('package.json')) as { version: string }
    const apps = (await readdir(join(root, 'apps'))).filter((app) =>
      existsSync(join(root, 'apps', app, 'Dockerfile')),
    )
    const blocks = await readBlocks()
    expect(blocks).toEqual({
      'variable "VERSION"': { default: version },
      'variable "REGISTRY"': { default: '' },
      'group "default"': { targets: expect.arrayContaining(apps) },
      'target "_common"': {
        context: '.',
        platforms: ['linux/amd64', 'linux/arm64'],
        'org.opencontainers.image.version': '${VERSION}',
      },
      ...Object.fromEntries(
        apps.map((app) => {
          const tags = [`\${REGISTRY}throughline-${app}:\${VERSION}`]
          const dockerfile = `apps/${app}/Dockerfile`
          return [`target "${app}"`, { inherits: ['_common'], dockerfile, tags }]
        }),
      ),
    })
  })

  it.each(['docker-compose.yml', 'docker-compose.dev.yml'])('builds as %s does', async (file) => {
    const { services } = parse(await read(file), { merge: true }) as {
      services: Record<string, { build?: object }>
    }
    const builds = Object.values(services).flatMap(({ build }) => build ?? [])
    const expected = APPS.map((app) => ({ context: '.', dockerfile: `apps/${app}/Dockerfile` }))
    for (const build of builds) expect(expected).toContainEqual(build)
    expect(builds).toEqual(expect.arrayContaining(expected))
  })
})

describe.each(APPS)('the Dockerfile of %s', (app) => {
  it('passes the validator', async () => {
    expect(validate(await read(`apps/${app}/Dockerfile`))).toEqual([])
  })

  it('starts from images of an exact version and no named registry', async () => {
    for (const { image } of Object.values(await readStagePair(root, app)))
      expect(image).toMatch(/^[a-z]+:\d+\.\d+\.\d+-[a-z]+$/)
  })

  it('runs as a numeric user that is not root', async () => {
    const { final } = await readStagePair(root, app)
    expect(textsOf(final, 'USER').at(-1)).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  })

  it('has a label with the version of the repository', async () => {
    const { final } = await readStagePair(root, app)
    const { version } = JSON.parse(await read('package.json')) as { version: string }
    const labels = (textsOf(final, 'LABEL')[0] ?? '').split(' ')
    expect(labels).toContain(`org.opencontainers.image.version=${version}`)
    expect(labels).toContain(`org.opencontainers.image.title=throughline-${app}`)
  })

  it('declares its health check and stop signal without a shell', async () => {
    const { final } = await readStagePair(root, app)
    expect(execForm(textsOf(final, 'ENTRYPOINT')[0] ?? '')[0]).toBe('node')
    expect(textsOf(final, 'STOPSIGNAL')).toEqual(['SIGTERM'])
    const health = textsOf(final, 'HEALTHCHECK')
    expect(health).toEqual([app === 'cli' ? 'NONE' : expect.stringMatching(/^CMD \["node", "-e"/)])
  })

  it('adds nothing from other hosts and runs no script of a package', async () => {
    const stages = Object.values(await readStagePair(root, app))
    expect(stages.flatMap((stage) => textsOf(stage, 'ADD'))).toEqual([])
    expect(stages.flatMap((stage) => textsOf(stage, 'RUN')).join('\n')).toMatch(
      /^npm ci .*--ignore-scripts$/m,
    )
  })

  it("copies every workspace's manifest before it installs", async () => {
    const { build } = await readStagePair(root, app)
    const lock = JSON.parse(await read('package-lock.json')) as {
      packages: Record<string, unknown>
    }
    const workspaces = Object.keys(lock.packages).filter((path) =>
      /^(apps|packages)\/[^/]+$/.test(path),
    )
    const copied = textsOf(build, 'COPY').filter((text) => text.includes('/package.json'))
    expect(copied).toEqual(workspaces.sort().map((path) => `${path}/package.json ${path}/`))
  })

  it('shares all steps but the last of its build, and so their layers', async () => {
    const { build } = await readStagePair(root, app)
    const { build: first } = await readStagePair(root, 'api')
    expect(build.instructions.slice(0, -1)).toEqual(first.instructions.slice(0, -1))
    expect(build.instructions.at(-1)?.text).toBe(`node scripts/build.mjs ${app}`)
  })
})
