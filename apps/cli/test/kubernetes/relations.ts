import type { IVolume } from 'kubernetes-models/v1/Volume'
import { bytesOf, containersOf, environmentOf, type Rule } from './containers.js'
import { workloadsOf, type Manifest, type Workload } from './manifests.js'

/** Ports are named, and every reference to a port uses its name. */
export const ports: Rule = ({ manifests }) => {
  const running = containersOf(manifests)
  const own = running.flatMap(({ container, name }) => {
    const names = (container.ports ?? []).map((port) => port.name)
    const used = [container.startupProbe, container.readinessProbe, container.livenessProbe]
      .map((probe) => (probe?.httpGet ?? probe?.tcpSocket)?.port)
      .filter((port) => port !== undefined)
    return [
      ...(names.includes(undefined) ? [`${name}: a port has no name`] : []),
      ...used
        .filter((port) => !names.includes(String(port)))
        .map((port) => `${name}: a probe uses the port ${port}, which has no such name`),
    ]
  })
  const led = servicesOf(manifests).flatMap(({ metadata, spec }) =>
    (spec.ports ?? []).flatMap(({ targetPort }) =>
      running.some(
        ({ workload, container }) =>
          isSelected(spec.selector, workload.labels) &&
          container.ports?.some(({ name }) => name === targetPort),
      )
        ? []
        : [`Service ${metadata.name}: no pod has the port ${String(targetPort)}`],
    ),
  )
  return [...own, ...led]
}

interface Selecting {
  kind: string
  metadata: { name: string }
  spec: {
    selector?: { matchLabels?: Record<string, string> }
    podSelector?: { matchLabels?: Record<string, string> }
  }
}

/** Every selector selects pods. */
export const selectors: Rule = ({ manifests }) => {
  const workloads = workloadsOf(manifests)
  const finds = (selector: Record<string, string> | undefined) =>
    workloads.some(({ labels }) => isSelected(selector, labels))
  const own = workloads.flatMap(({ name, kind, selector, labels, pod }) => [
    ...(kind === 'Job' || isSelected(selector, labels) ? [] : [`${name}: not its own labels`]),
    ...(pod.topologySpreadConstraints ?? [])
      .filter(({ labelSelector }) => !isSelected(labelSelector?.matchLabels, labels))
      .map(({ topologyKey }) => `${name}: spreads other pods by ${topologyKey}`),
  ])
  const others = manifests
    .filter(({ kind }) => ['PodDisruptionBudget', 'NetworkPolicy'].includes(kind))
    .map((manifest) => manifest as Selecting)
    .filter(({ spec }) => !finds((spec.selector ?? spec.podSelector)?.matchLabels))
    .map(({ kind, metadata }) => `${kind} ${metadata.name}: selects no pod`)
  const services = servicesOf(manifests)
    .filter(({ spec }) => !finds(spec.selector))
    .map(({ metadata }) => `Service ${metadata.name}: selects no pod`)
  return [...own, ...others, ...services]
}

interface Ingress {
  metadata: { name: string }
  spec: { rules: { http: { paths: { backend: { service: Backend } }[] } }[] }
}

interface Backend {
  name: string
  port: { name: string }
}

/** Ingress and KEDA refer to ports of Services, KEDA to a metric. */
export const backends: Rule = ({ manifests, facts }) => {
  const services = servicesOf(manifests)
  const exists = (name: string, port: string) =>
    services.some(
      ({ metadata, spec }) =>
        metadata.name === name &&
        spec.ports?.some((one) => one.name === port || String(one.port) === port),
    )
  const ofIngress = manifests
    .filter(({ kind }) => kind === 'Ingress')
    .flatMap((manifest) => (manifest as Ingress).spec.rules)
    .flatMap(({ http }) => http.paths.map(({ backend }) => backend.service))
    .filter(({ name, port }) => !exists(name, port.name))
    .map(({ name, port }) => `Ingress: no Service ${name} with the port ${port.name}`)
  const ofKeda = scalersOf(manifests)
    .flatMap(({ spec }) => spec.triggers ?? [])
    .flatMap(({ metadata }) => {
      const { hostname, host, port } = new URL(metadata.url)
      return [
        ...(exists(hostname.split('.')[0] ?? '', port)
          ? []
          : [`ScaledObject: no Service at ${host}`]),
        ...(facts.metrics.has(metadata.valueLocation)
          ? []
          : [`ScaledObject: the API has no metric ${metadata.valueLocation}`]),
      ]
    })
  return [...ofIngress, ...ofKeda]
}

interface Scaler {
  kind: string
  metadata: { name: string }
  spec: {
    scaleTargetRef: { kind?: string; name: string }
    minReplicaCount?: number
    triggers?: { metadata: { url: string; valueLocation: string } }[]
  }
}

function scalersOf(manifests: Manifest[]): Scaler[] {
  return manifests.filter(({ kind }) =>
    ['HorizontalPodAutoscaler', 'ScaledObject'].includes(kind),
  ) as Scaler[]
}

/** An autoscaler has a workload, which sets no number of replicas itself. */
export const autoscaling: Rule = ({ manifests }) =>
  scalersOf(manifests).flatMap(({ kind, metadata, spec }) => {
    const { kind: wanted = 'Deployment', name } = spec.scaleTargetRef
    const target = workloadsOf(manifests).find((one) => one.kind === wanted && one.name === name)
    const isSet = target?.replicas !== undefined
    return [
      ...(target === undefined ? [`${kind} ${metadata.name}: no ${wanted} ${name}`] : []),
      ...(isSet ? [`${kind} ${metadata.name}: each apply would reset the replicas`] : []),
      ...(kind === 'ScaledObject' && spec.minReplicaCount !== 1
        ? [`${kind} ${metadata.name}: the minimum is not 1`]
        : []),
    ]
  })

/** Mounts have volumes, files are in mounts, and the README creates the secrets. */
export const volumes: Rule = ({ manifests, facts }) =>
  containersOf(manifests).flatMap(({ workload, container, name }) => {
    const { pod, claims } = workload
    const known = [...(pod.volumes ?? []).map((volume) => volume.name), ...claims]
    const mounts = container.volumeMounts ?? []
    const files = mounts.flatMap(({ name: mounted, mountPath }) =>
      secretsIn(pod.volumes?.find((volume) => volume.name === mounted)).map(
        ({ path }) => `${mountPath}/${path}`,
      ),
    )
    const unknown = mounts.filter((mount) => !known.includes(mount.name))
    const absent = (container.env ?? []).filter(
      (one) =>
        (one.name.endsWith('_FILE') || one.name === 'NODE_EXTRA_CA_CERTS') &&
        !files.includes(one.value ?? ''),
    )
    const uncreated = (pod.volumes ?? [])
      .flatMap(secretsIn)
      .filter(({ secret }) => !facts.secrets.has(secret))
    return [
      ...unknown.map((mount) => `${name}: no volume ${mount.name}`),
      ...absent.map((one) => `${name}: nothing mounts the file of ${one.name}`),
      ...uncreated.map(({ secret }) => `${name}: the README does not create ${secret}`),
    ]
  })

interface SecretFile {
  secret: string
  path: string
}

function secretsIn(volume: IVolume | undefined): SecretFile[] {
  const projected = (volume?.projected?.sources ?? []).map(({ secret }) => secret)
  const alone = volume?.secret && { name: volume.secret.secretName, items: volume.secret.items }
  return [...projected, alone]
    .filter((one) => one !== undefined)
    .flatMap(({ name = '', items = [] }) =>
      items.map(({ key, path }) => ({ secret: `${name}/${key}`, path })),
    )
}

/** The API can fill its spool and write its snapshot before the pod is evicted. */
export const spool: Rule = async ({ manifests, facts }) => {
  const problems: string[] = []
  for (const { workload, container, app, name } of containersOf(manifests)) {
    if (app !== 'api') continue
    const config = await facts.readConfig.api(environmentOf(container, manifests))
    const mount = container.volumeMounts?.find((one) => one.mountPath === facts.spoolDirectory)
    if (mount === undefined) problems.push(`${name}: no volume at ${facts.spoolDirectory}`)
    // A snapshot is written before the previous one is removed.
    const needed = config.spool.maxBytes + 2 * config.spool.snapshotMaxBytes
    const size = sizeOf(workload, mount?.name)
    if (size < needed) problems.push(`${name}: the spool needs ${needed} bytes, has ${size}`)
  }
  return problems
}

/** Infinity for claims, whose size the StorageClass decides. */
function sizeOf({ pod }: Workload, name: string | undefined): number {
  const volume = pod.volumes?.find((one) => one.name === name)
  return volume?.emptyDir ? bytesOf(volume.emptyDir.sizeLimit) : Infinity
}

interface ServiceManifest {
  metadata: { name: string }
  spec: {
    selector?: Record<string, string>
    ports?: { name?: string; port: number; targetPort?: string | number }[]
  }
}

function servicesOf(manifests: Manifest[]): ServiceManifest[] {
  return manifests.filter(({ kind }) => kind === 'Service') as ServiceManifest[]
}

function isSelected(
  selector: Record<string, string> | undefined,
  labels: Record<string, string>,
): boolean {
  const wanted = Object.entries(selector ?? {})
  return wanted.length > 0 && wanted.every(([key, value]) => labels[key] === value)
}
