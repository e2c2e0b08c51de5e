import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
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

async function problemsOf(manifests: Manifest[]): Promise<string[]> {
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

  it('has only keys that the operator knows', () => {
    const [rule] = manifestsIn('examples/prometheus-rule.yaml')
    const { groups, ...others } = rule?.spec as { groups: { rules: object[] }[] }
    expect(others).toEqual({})
    for (const group of groups) expect(Object.keys(group)).toEqual(['name', 'rules'])
    const known = ['alert', 'expr', 'for', 'labels', 'annotations']
    for (const one of groups.flatMap((group) => group.rules))
      expect(known).toEqual(expect.arrayContaining(Object.keys(one)))
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

const API = 'Deployment throughline-api'
const WORKER = 'Deployment throughline-worker'
const CONTAINER = '/spec/template/spec/containers/0'
const POD = '/spec/template/spec'
type Change = [manifest: string, path: string, value: unknown]

/** A change that breaks the rule, and the rule's message. */
const BROKEN: [rule: string, change: Change, problem: string][] = [
  ['schemas', [API, '/spec/replicas', '2'], 'must be integer'],
  ['schemas', [API, `${CONTAINER}/name`, undefined], 'required property name'],
  ['schemas', [API, `${CONTAINER}/livenessprobe`, {}], 'unknown key'],
  ['schemas', ['ScaledObject throughline-worker', '/spec/minReplicas', 1], 'unknown key'],
  ['images', [API, `${CONTAINER}/image`, 'throughline-api'], 'no exact tag'],
  ['images', [API, `${CONTAINER}/image`, 'throughline-api:latest'], 'no exact tag'],
  ['images', [API, `${CONTAINER}/image`, 'throughline-api:0.0.1'], 'not of version'],
  ['images', [API, `${CONTAINER}/image`, 'r.example.com/x:1'], 'names a registry'],
  ['resources', [API, `${CONTAINER}/resources/requests/cpu`, undefined], 'no CPU request'],
  ['resources', [API, `${CONTAINER}/resources/requests/memory`, undefined], 'no memory request'],
  ['resources', [API, `${CONTAINER}/resources/limits`, undefined], 'no memory limit'],
  ['resources', [API, `${CONTAINER}/resources/limits/memory`, '768Mi'], 'less than 256 MiB'],
  ['resources', [API, `${CONTAINER}/env/2`, { name: 'NODE_OPTIONS' }], 'no --max-old-space-size'],
  ['security', [API, `${POD}/automountServiceAccountToken`, undefined], 'account token'],
  ['security', [API, `${POD}/serviceAccountName`, undefined], 'the default account'],
  ['security', [API, `${POD}/securityContext/runAsNonRoot`, false], 'may run as root'],
  ['security', [API, `${POD}/securityContext/runAsUser`, 0], 'no numeric user'],
  ['security', [API, `${POD}/securityContext/seccompProfile`, undefined], 'no seccomp profile'],
  [
    'security',
    [API, `${CONTAINER}/securityContext/allowPrivilegeEscalation`, true],
    'may escalate privileges',
  ],
  [
    'security',
    [API, `${CONTAINER}/securityContext/readOnlyRootFilesystem`, false],
    'can write to its root file system',
  ],
  ['security', [API, `${CONTAINER}/securityContext/capabilities/drop`, []], 'keeps capabilities'],
  [
    'security',
    [API, `${CONTAINER}/securityContext/capabilities/add`, ['NET_ADMIN']],
    'adds NET_ADMIN',
  ],
  ['probes', [API, `${CONTAINER}/startupProbe`, undefined], 'startup probe is not served'],
  ['probes', [API, `${CONTAINER}/readinessProbe`, undefined], 'no readiness probe'],
  ['probes', [API, `${CONTAINER}/readinessProbe/httpGet/path`, '/readyz'], 'not ready for links'],
  ['probes', [API, `${CONTAINER}/readinessProbe/httpGet/path`, '/ready'], 'is not served'],
  [
    'probes',
    [WORKER, `${CONTAINER}/readinessProbe/httpGet/path`, '/readyz/links'],
    'is not served',
  ],
  ['probes', [WORKER, `${CONTAINER}/livenessProbe/httpGet/path`, '/readyz'], 'depends on a store'],
  ['ports', [API, `${CONTAINER}/ports/0/name`, undefined], 'a port has no name'],
  ['ports', [API, `${CONTAINER}/livenessProbe/httpGet/port`, 3000], 'a probe uses the port 3000'],
  ['ports', ['Service throughline-api', '/spec/ports/0/targetPort', 'web'], 'no pod has the port'],
  ['grace', [WORKER, `${POD}/terminationGracePeriodSeconds`, 29], 'needs 30000 ms to stop'],
  ['grace', [API, `${CONTAINER}/lifecycle/preStop/sleep/seconds`, 16], 'needs 46000 ms to stop'],
  ['grace', ['ConfigMap throughline', '/data/DELIVERY_TIMEOUT_MS', '20001'], 'needs 35001 ms'],
  ['environment', ['ConfigMap throughline', '/data/PUBLIC_ULR', 'x'], 'nothing reads PUBLIC_ULR'],
  ['environment', [WORKER, `${CONTAINER}/env/2`, { name: 'TRUST_PROXY' }], 'does not read TRUST'],
  ['environment', ['ConfigMap throughline', '/data/TRUST_PROXY', 'yes'], 'TRUST_PROXY: must be'],
  ['environment', ['ConfigMap throughline', '/data/METRICS_PORT', '9000'], 'listens on 9000'],
  ['environment', [API, `${CONTAINER}/ports/0/containerPort`, 8080], 'listens on 3000'],
  [
    'plainSecrets',
    ['ConfigMap throughline', '/data/METRICS_TOKEN', 'x'],
    'METRICS_TOKEN is a secret',
  ],
  [
    'plainSecrets',
    ['ConfigMap throughline', '/data/DELIVERY_PROXY_URL', 'http://user:pass@proxy'],
    'DELIVERY_PROXY_URL contains a password',
  ],
  [
    'plainSecrets',
    [API, `${CONTAINER}/env/0`, { name: 'DATABASE_URL', value: 'x' }],
    'is a secret',
  ],
  ['selectors', [API, '/spec/selector/matchLabels/app.kubernetes.io~1name', 'x'], 'not its own'],
  [
    'selectors',
    [API, `${POD}/topologySpreadConstraints/0/labelSelector/matchLabels`, { app: 'x' }],
    'spreads other pods',
  ],
  [
    'selectors',
    ['Service throughline-api', '/spec/selector', { app: 'x' }],
    'Service throughline-api: selects no pod',
  ],
  [
    'selectors',
    ['PodDisruptionBudget throughline-api', '/spec/selector/matchLabels', { app: 'x' }],
    'PodDisruptionBudget throughline-api: selects no pod',
  ],
  [
    'selectors',
    ['NetworkPolicy throughline-worker', '/spec/podSelector/matchLabels', { app: 'x' }],
    'NetworkPolicy throughline-worker: selects no pod',
  ],
  [
    'backends',
    ['Ingress throughline', '/spec/rules/0/http/paths/0/backend/service/name', 'api'],
    'no Service api',
  ],
  [
    'backends',
    [
      'ScaledObject throughline-worker',
      '/spec/triggers/0/metadata/url',
      'http://throughline-api-metrics.throughline:9000/metrics',
    ],
    'no Service at',
  ],
  [
    'backends',
    ['ScaledObject throughline-worker', '/spec/triggers/0/metadata/valueLocation', 'deliveries'],
    'the API has no metric deliveries',
  ],
  ['autoscaling', [API, '/spec/replicas', 2], 'each apply would reset the replicas'],
  [
    'autoscaling',
    ['HorizontalPodAutoscaler throughline-api', '/spec/scaleTargetRef/name', 'api'],
    'no Deployment api',
  ],
  [
    'autoscaling',
    ['ScaledObject throughline-worker', '/spec/minReplicaCount', 0],
    'the minimum is not 1',
  ],
  ['volumes', [API, `${CONTAINER}/volumeMounts/2/name`, 'temp'], 'no volume temp'],
  [
    'volumes',
    [API, `${CONTAINER}/env/0/value`, '/run/secrets/throughline/url'],
    'nothing mounts the file of DATABASE_URL_FILE',
  ],
  [
    'volumes',
    [API, `${POD}/volumes/0/projected/sources/1/secret/items/0/key`, 'keys'],
    'the README does not create throughline/keys',
  ],
  ['spool', [API, `${CONTAINER}/volumeMounts/1/mountPath`, '/spool'], 'no volume at'],
  ['spool', [API, `${POD}/volumes/2/emptyDir/sizeLimit`, '128Mi'], 'the spool needs'],
]

it.each(BROKEN)('the rule %s finds %j', async (rule, change, problem) => {
  const production = manifestsIn('overlays/production/autoscaling.yaml')
  const manifests = [...readBase(), ...production, ...EXAMPLES.flatMap(manifestsIn)]
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

function changeManifest(manifests: Manifest[], [name, path, value]: Change): void {
  const found = manifests.find(({ kind, metadata }) => `${kind} ${metadata.name}` === name)
  const keys = path
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/'))
  const last = keys.pop() ?? ''
  let place = found as unknown
  for (const key of keys) place = (place as Record<string, unknown>)[key]
  Object.assign(place as object, { [last]: value })
}
