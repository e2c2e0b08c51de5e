import type { Redis } from 'ioredis'

/** The oldest Redis that BullMQ recommends for its scripts. */
const OLDEST_VERSION = [6, 2] as const

/** Redis must respond, be 6.2 or newer, never evict keys, and have room. Returns a sentence per problem. */
export async function checkRedis(redis: Redis): Promise<{ version: string; problems: string[] }> {
  await redis.ping()
  const info = await redis.info()
  const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]
  const version = field('redis_version') ?? 'unknown'
  const policy = field('maxmemory_policy') ?? 'noeviction'
  const problems: string[] = []
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

function toMegabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0)
}

function isOlder(version: string): boolean {
  const [major = NaN, minor = NaN] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_VERSION
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor)
}
