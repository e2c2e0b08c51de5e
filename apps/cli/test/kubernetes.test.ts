import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { parseRedisUrl } from '@throughline/core/net/redis-url'
import { BROKEN, changeManifest } from './kubernetes/broken.js'
import type { Installation, Rule } from './kubernetes/containers.js'
import { readFacts, type Facts } from './kubernetes/facts.js'
import {
  folder,
  hasKubectl,
  listYamlFiles,
  parseManifests,
  readKustomization,
  renderWithKubectl,
  workloadsOf,
  type Manifest,
} from './kubernetes/manifests.js'
import * as relations from './kubernetes/relations.js'
import * as rules from './kubernetes/rules.js'
import { schemaProblems } from './kubernetes/schemas.js'

const schemas: Rule = async ({ manifests }) => {
  const problems: string[] = []
  for (const manifest of manifests) problems.push(...(await schemaProblems(manifest)))
  return problems
}

const RULES: Record<string, Rule> = { ...rules, ...relations, schemas }

const readFile = (name: string) => readFileSync(join(folder, name), 'utf8')
const manifestsIn = (name: string) => parseManifests(readFile(name))
const EXAMPLES = listYamlFiles().filter((name) => name.startsWith('examples/'))

let facts: Facts
beforeAll(async () => {
  facts = await readFacts()
})

async function problemsOf(rendered: Manifest[]): Promise<string[]> {
  const manifests = [...manifestsIn('namespace.yaml'), ...rendered]
  const installation: Installation = { manifests, facts }
  const problems: string[] = []
  for (const rule of Object.values(RULES)) problems.push(...(await rule(installation)))
  return [...new Set(problems)]
}

const JOBS = ['migrate', 'cli']
/** All manifests in base, migrate and cli, read without kubectl. */
const readBase = () => ['base', ...JOBS].flatMap((name) => readKustomization(join(folder, name)))

it.each(listYamlFiles())('%s is YAML without repeated keys', (name) => {
  expect(manifestsIn(name).length).toBeGreaterThan(0)
})

it('base, migrate and cli keep every rule', async () => {
  expect(await problemsOf(readBase())).toEqual([])
})

it('the examples keep every rule', async () => {
  expect(await problemsOf([...readBase(), ...EXAMPLES.flatMap(manifestsIn)])).toEqual([])
})

it('the network policy in the README keeps every rule', async () => {
  const [, policy] = yamlOfReadme()
  expect(await problemsOf([...readBase(), ...parseManifests(policy ?? '')])).toEqual([])
})

/** The YAML examples of the README: an overlay and a network policy. */
const yamlOfReadme = () =>
  [...readFile('README.md').matchAll(/^```yaml\n(.+?)^```$/gms)].map(([, text = '']) => text)

interface Policy {
  spec: {
    podSelector: { matchLabels: Record<string, string> }
    egress?: { to?: object[]; ports?: { port: number | string }[] }[]
  }
}

/** What the policies for these pods allow on a port: `undefined` for every address. */
const allowedOn = (port: number, name: string) =>
  readBase()
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map((manifest) => (manifest as unknown as Policy).spec)
    .filter(({ podSelector }) => podSelector.matchLabels['app.kubernetes.io/name'] === name)
    .flatMap(({ egress = [] }) => egress)
    .filter(({ ports = [] }) => ports.some((one) => one.port === port))
    .map(({ to }) => to)

it.each([
  ['throughline-api', [{ namespaceSelector: {} }]],
  ['throughline-cli', undefined],
])('%s may request link hosts from an Ingress controller of the cluster', (name, to) => {
  for (const port of [443, 8443]) expect(allowedOn(port, name)).toContainEqual(to)
})

describe('the Redis by an operator', () => {
  const text = readFile('examples/redis-operator.yaml')
  const names = /name=(\S+); headless=(\S+)/.exec(text)
  const headless = (names?.[2] ?? '').replace('$name', names?.[1] ?? '')
  const url = (/url="([^"]+)"/.exec(text)?.[1] ?? '')
    .replaceAll('$password', 'p')
    .replaceAll('$name', names?.[1] ?? '')
    .replaceAll('$headless', headless)
  const manifests = parseManifests(text)
  const specOf = (wanted: string) => manifests.find(({ kind }) => kind === wanted)?.spec

  it('has a URL with every Sentinel, the name of the primary and both passwords', () => {
    const sentinel = specOf('RedisSentinel') as {
      clusterSize: number
      redisSentinelConfig: { masterGroupName: string }
    }
    // The operator names the StatefulSet RESOURCE-sentinel and its Service RESOURCE-sentinel-headless.
    const name = 'throughline-redis-ha-sentinel'
    expect(parseRedisUrl(url)).toMatchObject({
      kind: 'sentinel',
      password: 'p',
      primaryName: sentinel.redisSentinelConfig.masterGroupName,
      sentinelLogin: { password: 'p' },
      nodes: Array.from({ length: sentinel.clusterSize }, (_, index) => ({
        host: `${name}-${index}.${name}-headless`,
        port: 26_379,
      })),
    })
  })

  it('may be reached: Redis and the Sentinels', () => {
    const { egress } = specOf('NetworkPolicy') as Policy['spec']
    expect(egress).toEqual(
      [
        { app: 'throughline-redis-ha', port: 6_379 },
        { app: 'throughline-redis-ha-sentinel', port: 26_379 },
      ].map(({ app, port }) => ({
        to: [{ podSelector: { matchLabels: { app } } }],
        ports: [{ protocol: 'TCP', port }],
      })),
    )
  })
})

it('the Ingress has the settings of the nginx in deploy/fronts', () => {
  const [ingress] = manifestsIn('examples/ingress.yaml')
  const annotations = Object.entries(ingress?.metadata.annotations ?? {})
  const ofNginx = annotations.filter(([name]) => name.startsWith('nginx.org/'))
  const fronts = ['nginx.conf', 'throughline-proxy.conf']
  const text = fronts.map((name) => readFile(join('..', 'fronts', name))).join('')
  for (const [name, value] of ofNginx) {
    const directive = name.slice('nginx.org/'.length).replaceAll('-', '_')
    expect(text).toMatch(new RegExp(`\\b${directive}[ =]${value};`))
  }
  expect(ofNginx).toHaveLength(5)
})

describe('the PrometheusRule', () => {
  const text = readFile('examples/prometheus-rule.yaml')
  const alerts = readFile('../alerts.yml')

  it('has the rules of deploy/alerts.yml', () => {
    const [, spec = ''] = text.split(/^spec:\n/m)
    expect(spec).toBe(alerts.replaceAll(/^(?=.)/gm, '  '))
  })
})

describe('rendered by kubectl', () => {
  const itWithKubectl = hasKubectl() ? it : it.skip
  const render = (name: string) => renderWithKubectl(join(folder, name))

  itWithKubectl.each([
    'minimal',
    'production',
    'pgbouncer',
    'redis',
    'redis-cluster',
    'spool-volumes',
  ])(
    'overlays/%s keeps every rule (needs kubectl 1.27: apt-get install kubernetes-client on Debian 13)',
    async (overlay) => {
      const manifests = [`overlays/${overlay}`, ...JOBS].flatMap(render)
      expect(await problemsOf(manifests)).toEqual([])
    },
  )

  itWithKubectl.each(['redis', 'redis-cluster'])(
    'the command line reads REDIS_URL from the Secret of overlays/%s',
    (overlay) => {
      const [cli] = workloadsOf(render('cli'))
      const variable = cli?.pod.containers[0]?.env?.find(({ name }) => name === 'REDIS_URL')
      const { name, key } = variable?.valueFrom?.secretKeyRef ?? {}
      const deployments = workloadsOf(render(`overlays/${overlay}`)).filter(
        ({ kind }) => kind === 'Deployment',
      )
      expect(deployments).toHaveLength(2)
      for (const { pod } of deployments)
        expect(pod.volumes?.flatMap((volume) => volume.projected?.sources ?? [])).toContainEqual({
          secret: { name, items: [{ key, path: 'redis-url' }] },
        })
    },
  )

  describe('in a copy', () => {
    const copy = mkdtempSync(join(tmpdir(), 'throughline-kubernetes-'))
    beforeAll(() => {
      cpSync(folder, copy, { recursive: true })
      mkdirSync(join(copy, 'overlays/mine'))
      writeFileSync(join(copy, 'overlays/mine/kustomization.yaml'), yamlOfReadme()[0] ?? '')
    })
    afterAll(() => rmSync(copy, { recursive: true }))
    const renderCopy = (name: string) => renderWithKubectl(join(copy, name))
    /** NAME/KEY of the Secrets that a pod mounts as files. */
    const secretsOf = (manifests: Manifest[], wanted: string) =>
      workloadsOf(manifests)
        .filter(({ name }) => name === wanted)
        .flatMap(({ pod }) => pod.volumes ?? [])
        .flatMap(({ projected }) => projected?.sources ?? [])
        .flatMap(({ secret }) => secret?.items?.map(({ key }) => `${secret.name}/${key}`) ?? [])

    itWithKubectl('the overlay of the README has all of its components', async () => {
      const manifests = renderCopy('overlays/mine')
      expect(await problemsOf([...manifests, ...JOBS.flatMap(renderCopy)])).toEqual([])
      const named = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
      expect(named).toContain('StatefulSet throughline-api')
      expect(named).not.toContain('Deployment throughline-api')
      expect(named).toContain('RedisCluster throughline-redis')
      for (const name of ['throughline-api', 'throughline-worker'])
        expect(secretsOf(manifests, name).sort()).toEqual([
          'throughline-database-app/uri',
          'throughline-pgbouncer/url',
          'throughline-redis/url',
          'throughline/secrets-keys',
        ])
    })

    itWithKubectl('database-secret and redis-ca in common reach every part', async () => {
      const common = join(copy, 'common/kustomization.yaml')
      const text = readFileSync(common, 'utf8')
      writeFileSync(common, text.replaceAll(/^# (?=components:| +- \.\.\/components\/)/gm, ''))
      const parts = [renderCopy('overlays/mine'), ...JOBS.map(renderCopy)].flat()
      expect(await problemsOf(parts)).toEqual([])
      const url = { migrate: 'throughline-database/owner-url' } as Record<string, string>
      for (const name of ['api', 'worker', 'cli', 'migrate']) {
        const found = secretsOf(parts, `throughline-${name}`)
        expect(found).toContain(url[name] ?? 'throughline-database/app-url')
        expect(found).toContain('throughline-database-ca/ca.crt')
        expect(found).not.toContain('throughline-database-app/uri')
        expect(found.includes('throughline-redis/ca.crt')).toBe(name !== 'migrate')
      }
    })
  })

  itWithKubectl('base is what these tests read without kubectl', () => {
    const named = (manifests: Manifest[]) =>
      manifests.map(({ kind, metadata }) => `${kind} ${metadata.name.replace(/-\w{10}$/, '')}`)
    expect(named(render('base')).sort()).toEqual(
      named(readKustomization(join(folder, 'base'))).sort(),
    )
  })

  itWithKubectl('overlays/minimal runs one of each', () => {
    const spec = (manifest: Manifest) => (manifest.spec as { replicas: number }).replicas
    const found = render('overlays/minimal').filter(({ kind }) => kind === 'Deployment')
    expect(found.map(spec)).toEqual([1, 1])
  })
})

it.each(BROKEN)('the rule %s finds %j', async (rule, change, problem) => {
  const others = [
    'namespace.yaml',
    'overlays/production/autoscaling.yaml',
    'components/redis-cluster/redis-cluster.yaml',
  ]
  const manifests = [...readBase(), ...[...others, ...EXAMPLES].flatMap(manifestsIn)]
  // As overlays/production does.
  for (const { kind, spec } of manifests)
    if (kind === 'Deployment') delete (spec as { replicas?: number }).replicas
  const check = RULES[rule]
  if (check === undefined) throw new Error(`no rule ${rule}`)
  expect(await check({ manifests, facts })).toEqual([])
  changeManifest(manifests, change)
  expect((await check({ manifests, facts })).join('\n')).toContain(problem)
})

it('breaks every rule', () => {
  expect(new Set(BROKEN.map(([rule]) => rule))).toEqual(new Set(Object.keys(RULES)))
})
