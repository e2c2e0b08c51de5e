import { Cluster, type Redis } from 'ioredis'
import { DELIVERY_QUEUE } from './backend.js'
import type { RedisClient } from './connect-redis.js'
import { refusalKind, REMEDIES } from './explain-refusal.js'

/** The oldest Redis that BullMQ recommends for its scripts. */
const OLDEST_VERSION = [6, 2] as const

export interface RedisFacts {
  version: string
  /** A sentence for each. */
  problems: string[]
}

/** Redis, in a cluster each primary, must serve the keys of `prefix`, be 6.2 or newer, never evict, and have room. */
export async function checkRedis(redis: RedisClient, prefix: string): Promise<RedisFacts> {
  const nodes = redis instanceof Cluster ? redis.nodes('master') : [redis]
  const checked = await Promise.all(nodes.map(checkNode))
  const problems = checked.flatMap((node) => node.problems)
  if (problems.length === 0) problems.push(...(await findKeyProblem(redis, prefix)))
  return { version: checked[0]?.version ?? 'unknown', problems: [...new Set(problems)] }
}

async function checkNode(redis: Redis): Promise<RedisFacts> {
  await redis.ping()
  const info = await redis.info()
  const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]
  const version = field('redis_version') ?? 'unknown'
  const policy = field('maxmemory_policy') ?? 'noeviction'
  // The field is redis_mode in Redis and server_mode in Valkey.
  const mode = field('redis_mode') ?? field('server_mode')
  if (mode === 'sentinel') return { version, problems: [REMEDIES.SENTINEL] }
  const problems: string[] = []
  if (field('role') === 'slave') problems.push(REMEDIES.READONLY)
  if (isOlder(version))
    problems.push(`Redis is ${version}; the queue needs ${OLDEST_VERSION.join('.')} or newer`)
  if (policy !== 'noeviction')
    problems.push(`Redis may evict jobs: its maxmemory-policy is ${policy}; set it to noeviction`)
  const [used, limit] = [Number(field('used_memory')), Number(field('maxmemory'))]
  if (limit > 0 && used >= limit)
    problems.push(
      `Redis is full (${toMegabytes(used)} of ${toMegabytes(limit)} MB): raise its maxmemory, or remove other data`,
    )
  return { version, problems }
}

/** A node of a cluster rejects keys of other nodes. */
async function findKeyProblem(redis: RedisClient, prefix: string): Promise<string[]> {
  try {
    await redis.exists(`${prefix}:${DELIVERY_QUEUE}:meta`)
    if (redis instanceof Cluster || !(await isInLargeCluster(redis))) return []
    return [
      'Redis is one of several nodes of a Redis Cluster: set redis+cluster://host:port,host:port, or it rejects keys',
    ]
  } catch (error) {
    const kind = refusalKind(error)
    if (kind === null) throw error
    return [REMEDIES[kind]]
  }
}

async function isInLargeCluster(redis: Redis): Promise<boolean> {
  // Without a cluster, or the permission, this is an error.
  const text = await redis.cluster('INFO').catch(() => '')
  return Number(/^cluster_size:(\d+)/m.exec(text)?.[1] ?? 0) > 1
}

function toMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0)
}

function isOlder(version: string): boolean {
  const [major = NaN, minor = NaN] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_VERSION
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor)
}
