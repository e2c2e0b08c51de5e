import type { IContainer } from 'kubernetes-models/v1/Container'
import type { IProbe } from 'kubernetes-models/v1/Probe'
import {
  bytesOf,
  containersOf,
  eachContainer,
  environmentOf,
  settingsOf,
  valueOf,
  type Installation,
  type Rule,
} from './containers.js'
import type { App, AppConfig, Facts } from './facts.js'
import { appOf, workloadsOf, type Manifest } from './manifests.js'
import { contextsOfRedis, type Contexts } from './operator-kinds.js'

export const images = eachContainer(({ container, app }, { facts }) => {
  const { image = '' } = container
  const [name = '', tag = ''] = image.split(':')
  return [
    (tag === '' || tag === 'latest') && `image ${image} has no exact tag`,
    /^[^/]*[.:].*\//.test(image) && `image ${image} names a registry`,
    app !== null && tag !== facts.version && `image ${name} is not of version ${facts.version}`,
  ]
})

export const resources = eachContainer(({ container }) => [
  ...lacking(container, [
    ['resources.requests.cpu', 'no CPU request'],
    ['resources.requests.memory', 'no memory request'],
    ['resources.limits.memory', 'no memory limit'],
  ]),
  ...heapProblems(container),
])

/** Memory beside the heap is needed for bodies, buffers and code. */
function heapProblems(container: IContainer): (string | false)[] {
  if (appOf(container) === null) return []
  const heap = /--max-old-space-size=(\d+)/.exec(valueOf(container, 'NODE_OPTIONS') ?? '')?.[1]
  if (heap === undefined) return ['no --max-old-space-size']
  const limit = bytesOf(container.resources?.limits?.['memory'])
  return [
    limit < (Number(heap) + 256) * 1024 ** 2 &&
      `less than 256 MiB between the heap of ${heap} MiB and the memory limit`,
  ]
}

export const security = eachContainer(({ workload: { pod }, container, app }) => [
  ...lacking(pod, [
    ['automountServiceAccountToken', 'mounts the service account token', false],
    ['securityContext.runAsNonRoot', 'may run as root', true],
    ['securityContext.runAsUser', 'no numeric user'],
    ['securityContext.seccompProfile.type', 'no seccomp profile', 'RuntimeDefault'],
  ]),
  ...lacking(container, [
    ['securityContext.allowPrivilegeEscalation', 'may escalate privileges', false],
    ['securityContext.readOnlyRootFilesystem', 'can write to its root file system', true],
    ['securityContext.capabilities.drop.0', 'keeps capabilities', 'ALL'],
  ]),
  ...(app === null ? [] : lacking(pod, [['serviceAccountName', 'uses the default account']])),
  ...(container.securityContext?.capabilities?.add ?? []).map(
    (name) => (app !== null || name !== 'NET_BIND_SERVICE') && `adds ${name}`,
  ),
])

/** Where a namespace enforces Pod Security `restricted`, pods without these are rejected. Operators make some of them. */
export const podSecurity: Rule = ({ manifests }) => {
  const restricted = manifests.filter(
    ({ kind, metadata }) =>
      kind === 'Namespace' &&
      metadata.labels?.['pod-security.kubernetes.io/enforce'] === 'restricted',
  )
  const names = restricted.map(({ metadata }) => metadata.name)
  return manifests
    .filter(({ metadata }) => names.includes(metadata.namespace ?? 'throughline'))
    .flatMap((manifest) =>
      [...contextsOfPods(manifest), ...contextsOfRedis(manifest.kind, manifest.spec ?? {})].flatMap(
        (contexts) =>
          lacking(contexts, [
            ['pod.runAsNonRoot', 'its pods may run as root', true],
            ['pod.seccompProfile.type', 'its pods have no seccomp profile', 'RuntimeDefault'],
            ['container.allowPrivilegeEscalation', 'its pods may escalate privileges', false],
            ['container.capabilities.drop.0', 'its pods keep capabilities', 'ALL'],
          ]).map((problem) => `${manifest.kind} ${manifest.metadata.name}: ${problem}`),
      ),
    )
}

function contextsOfPods(manifest: Manifest): Contexts[] {
  return workloadsOf([manifest]).flatMap(({ pod }) =>
    [...pod.containers, ...(pod.initContainers ?? [])].map(({ securityContext }) => ({
      pod: pod.securityContext,
      container: securityContext,
    })),
  )
}

/** The value that a path must have, or any value except 0 and ''. */
type Wanted = [path: string, problem: string, value?: unknown]

function lacking(object: object, wanted: Wanted[]): string[] {
  return wanted
    .filter(([path, , value]) => {
      let found: unknown = object
      for (const key of path.split('.'))
        found = (found as Record<string, unknown> | undefined)?.[key]
      return value === undefined ? !found : found !== value
    })
    .map(([, problem]) => problem)
}

export const probes = eachContainer(({ workload, container, app }, { facts }) => {
  if (workload.kind === 'Job') return []
  const paths = {
    startup: pathOf(container.startupProbe),
    readiness: pathOf(container.readinessProbe),
    liveness: pathOf(container.livenessProbe),
  }
  return [
    container.readinessProbe === undefined && 'no readiness probe',
    app === 'api' && paths.readiness !== '/readyz/links' && 'not ready for links',
    !['/livez', undefined].includes(paths.liveness) && 'the liveness probe depends on a store',
    ...Object.entries(paths).map(
      ([probe, path = '']) =>
        app !== null &&
        !facts.probePaths[app].includes(path) &&
        `the path of the ${probe} probe is not served`,
    ),
  ]
})

function pathOf(probe: IProbe | undefined): string | undefined {
  return probe?.httpGet?.path
}

/** A pod is not killed before the process reaches its own time limit for a stop. */
export const grace: Rule = async ({ manifests, facts }) => {
  const problems: string[] = []
  for (const { workload, container, app, name } of containersOf(manifests)) {
    if (app === null || workload.kind === 'Job') continue
    const config = await facts.readConfig[app](environmentOf(container, manifests))
    const preStopMs = (container.lifecycle?.preStop?.sleep?.seconds ?? 0) * 1_000
    const neededMs = preStopMs + stopMs(app, config, facts)
    const graceMs = (workload.pod.terminationGracePeriodSeconds ?? 30) * 1_000
    if (graceMs < neededMs)
      problems.push(`${name}: needs ${neededMs} ms to stop, has ${graceMs} ms`)
  }
  return problems
}

function stopMs(app: App, config: AppConfig, facts: Facts): number {
  const limitMs = facts.hardLimitMs(app, config)
  return app === 'worker' ? Math.max(limitMs, config.delivery.timeoutMs + 15_000) : limitMs
}

/** Variables that Node itself reads. */
const OF_NODE = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'UV_THREADPOOL_SIZE']

/** Every variable is read by its process, and the process accepts its value. */
export const environment: Rule = async ({ manifests, facts }) => {
  const problems: string[] = []
  const running = containersOf(manifests)
  for (const { container, app, name } of running)
    if (app !== null)
      for (const problem of await environmentProblems(container, app, { manifests, facts }))
        problems.push(`${name}: ${problem}`)
  const read = running.flatMap(({ app }) => (app === null ? [] : [...facts.variables[app]]))
  const unread = running
    .flatMap(({ container }) => Object.keys(settingsOf(container, manifests)))
    .filter((key) => !read.includes(key))
  return [...problems, ...unread.map((key) => `ConfigMap: nothing reads ${key}`)]
}

async function environmentProblems(
  container: IContainer,
  app: App,
  { manifests, facts }: Installation,
): Promise<string[]> {
  const names = (container.env ?? []).map(({ name }) => name)
  const unknown = names
    .filter((key) => !facts.variables[app].has(key) && !OF_NODE.includes(key))
    .map((key) => `the ${app} does not read ${key}`)
  try {
    const config = await facts.readConfig[app](environmentOf(container, manifests))
    return [...unknown, ...(app === 'cli' ? [] : portProblems(config, container))]
  } catch (error) {
    return [...unknown, String(error)]
  }
}

function portProblems({ port, metricsPort }: AppConfig, container: IContainer): string[] {
  const given = (container.ports ?? []).map(({ containerPort }) => containerPort)
  return [port, metricsPort].flatMap((one) =>
    one === undefined || given.includes(one) ? [] : [`the process listens on ${one}`],
  )
}

/** Secrets are files: neither ConfigMaps nor manifests of pods contain one. */
export const plainSecrets: Rule = ({ manifests, facts }) => {
  const ofMaps = manifests
    .filter(({ kind }) => kind === 'ConfigMap')
    .flatMap(({ metadata, data = {} }) => texts(`ConfigMap ${metadata.name}`, data))
  const ofPods = containersOf(manifests).flatMap(({ container, name: place }) =>
    (container.env ?? []).map(({ name, value }) => ({ place, name, value })),
  )
  const given = [...ofMaps, ...ofPods].filter(({ value }) => value !== undefined)
  return [
    ...given
      .filter(({ name }) => facts.secretVariables.includes(name))
      .map(({ place, name }) => `${place}: ${name} is a secret`),
    ...given
      .filter(({ value = '' }) => /\/\/[^/\s]*:[^/\s]*@/.test(value))
      .map(({ place, name }) => `${place}: ${name} contains a password`),
    ...manifests
      .filter(({ kind }) => kind === 'Secret')
      .map(({ metadata }) => `Secret ${metadata.name}: an apply would replace the operator's`),
  ]
}

function texts(place: string, data: Record<string, string>) {
  return Object.entries(data).map(([name, value]) => ({ place, name, value }))
}
