import type { IPodSecurityContext } from 'kubernetes-models/v1/PodSecurityContext'
import type { ISecurityContext } from 'kubernetes-models/v1/SecurityContext'

/** The keys that an object may have. `true`: any keys, or a value that is no object. */
export type Keys = true | { [key: string]: Keys }

const resources: Keys = { requests: { cpu: true, memory: true }, limits: { memory: true } }
const claim: Keys = {
  spec: { accessModes: true, resources: { requests: { storage: true } } },
}
const podSecurityContext: Keys = {
  runAsNonRoot: true,
  runAsUser: true,
  fsGroup: true,
  seccompProfile: { type: true },
}
const securityContext: Keys = { allowPrivilegeEscalation: true, capabilities: { drop: true } }
const topologySpreadConstraints: Keys = {
  topologyKey: true,
  maxSkew: true,
  whenUnsatisfiable: true,
  labelSelector: { matchLabels: true },
}
const kubernetesConfig: Keys = {
  image: true,
  imagePullPolicy: true,
  redisSecret: { name: true, key: true },
  resources,
}
const redisConfig: Keys = { additionalRedisConfig: true }
const clusterNode: Keys = { redisConfig, securityContext, topologySpreadConstraints }
const redisPod: Keys = {
  clusterSize: true,
  kubernetesConfig,
  podSecurityContext,
  securityContext,
  topologySpreadConstraints,
}

/**
 * The keys of `spec` that the manifests use, as CloudNativePG 1.28 to 1.30, redis-operator 0.20 to 0.26 and Prometheus
 * Operator 0.93 define them.
 */
export const OPERATOR_KINDS: Record<string, Keys> = {
  'postgresql.cnpg.io/v1 Cluster': {
    instances: true,
    imageName: true,
    bootstrap: {
      initdb: {
        database: true,
        owner: true,
        encoding: true,
        localeProvider: true,
        builtinLocale: true,
      },
    },
    postgresql: { synchronous: { method: true, number: true }, parameters: true },
    resources,
    storage: { size: true },
  },
  'monitoring.coreos.com/v1 PrometheusRule': {
    groups: {
      name: true,
      rules: { alert: true, expr: true, for: true, labels: true, annotations: true },
    },
  },
  'monitoring.coreos.com/v1 ServiceMonitor': {
    selector: { matchLabels: true },
    endpoints: { port: true, interval: true },
  },
  'redis.redis.opstreelabs.in/v1beta2 RedisCluster': {
    clusterSize: true,
    clusterVersion: true,
    persistenceEnabled: true,
    podSecurityContext,
    kubernetesConfig,
    redisLeader: clusterNode,
    redisFollower: clusterNode,
    storage: {
      volumeClaimTemplate: claim,
      nodeConfVolume: true,
      nodeConfVolumeClaimTemplate: claim,
    },
  },
  'redis.redis.opstreelabs.in/v1beta2 RedisReplication': {
    ...redisPod,
    redisConfig,
    storage: { volumeClaimTemplate: claim },
  },
  'redis.redis.opstreelabs.in/v1beta2 RedisSentinel': {
    ...redisPod,
    redisSentinelConfig: {
      redisReplicationName: true,
      redisReplicationPassword: { secretKeyRef: { name: true, key: true } },
      masterGroupName: true,
      quorum: true,
      downAfterMilliseconds: true,
      failoverTimeout: true,
    },
  },
}

/** The security contexts of a pod and of one of its containers. */
export interface Contexts {
  pod: IPodSecurityContext | undefined
  container: ISecurityContext | undefined
}

interface RedisSpec {
  podSecurityContext?: IPodSecurityContext
  securityContext?: ISecurityContext
  redisLeader?: { securityContext?: ISecurityContext }
  redisFollower?: { securityContext?: ISecurityContext }
}

/** The contexts that the redis-operator copies to its pods. CloudNativePG itself makes pods that are `restricted`. */
export function contextsOfRedis(kind: string, spec: RedisSpec): Contexts[] {
  const pod = spec.podSecurityContext
  const of = (owner: { securityContext?: ISecurityContext } | undefined) => ({
    pod,
    container: owner?.securityContext,
  })
  if (kind === 'RedisCluster') return [of(spec.redisLeader), of(spec.redisFollower)]
  return ['RedisReplication', 'RedisSentinel'].includes(kind) ? [of(spec)] : []
}
