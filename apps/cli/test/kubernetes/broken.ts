import type { Manifest } from './manifests.js'

const API = 'Deployment throughline-api'
const WORKER = 'Deployment throughline-worker'
const CONTAINER = '/spec/template/spec/containers/0'
const POD = '/spec/template/spec'
type Change = [manifest: string, path: string, value: unknown]

/** A change that breaks the rule, and the rule's message. */
export const BROKEN: [rule: string, change: Change, problem: string][] = [
  ['schemas', [API, '/spec/replicas', '2'], 'must be integer'],
  ['schemas', [API, `${CONTAINER}/name`, undefined], 'required property name'],
  ['schemas', [API, `${CONTAINER}/livenessprobe`, {}], 'unknown key'],
  ['schemas', ['ScaledObject throughline-worker', '/spec/minReplicas', 1], 'unknown key'],
  ['schemas', ['Cluster throughline-database', '/spec/instance', 3], 'unknown key /spec/instance'],
  ['schemas', ['RedisCluster throughline-redis', '/spec/redisLeader/pdb', {}], 'unknown key'],
  ['schemas', ['RedisReplication throughline-redis-ha', '/spec/replicas', 2], 'unknown key'],
  ['schemas', ['RedisSentinel throughline-redis-ha', '/spec/quorum', '2'], 'unknown key'],
  ['schemas', ['ServiceMonitor throughline', '/spec/endpoints/0/every', '15s'], 'unknown key'],
  ['schemas', ['PrometheusRule throughline', '/spec/groups/0/rules/0/if', 'x'], 'unknown key'],
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
  ['podSecurity', [API, `${POD}/securityContext/runAsNonRoot`, undefined], 'may run as root'],
  [
    'podSecurity',
    ['RedisReplication throughline-redis-ha', '/spec/podSecurityContext/runAsNonRoot', undefined],
    'its pods may run as root',
  ],
  [
    'podSecurity',
    ['RedisSentinel throughline-redis-ha', '/spec/podSecurityContext/seccompProfile', undefined],
    'its pods have no seccomp profile',
  ],
  [
    'podSecurity',
    [
      'RedisCluster throughline-redis',
      '/spec/redisLeader/securityContext/allowPrivilegeEscalation',
      true,
    ],
    'its pods may escalate privileges',
  ],
  [
    'podSecurity',
    ['RedisCluster throughline-redis', '/spec/redisFollower/securityContext', undefined],
    'its pods keep capabilities',
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
    [API, `${CONTAINER}/env/2`, { name: 'NODE_EXTRA_CA_CERTS', value: '/run/secrets/ca.pem' }],
    'nothing mounts the file of NODE_EXTRA_CA_CERTS',
  ],
  [
    'volumes',
    [API, `${POD}/volumes/0/projected/sources/1/secret/items/0/key`, 'keys'],
    'the README does not create throughline/keys',
  ],
  ['spool', [API, `${CONTAINER}/volumeMounts/1/mountPath`, '/spool'], 'no volume at'],
  ['spool', [API, `${POD}/volumes/2/emptyDir/sizeLimit`, '128Mi'], 'the spool needs'],
]

export function changeManifest(manifests: Manifest[], [name, path, value]: Change): void {
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
