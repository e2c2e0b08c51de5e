import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  redisUrlOf,
  startRedisNode,
  type RedisGroup,
  type RedisNode,
  type RedisSecurity,
} from './redis-node.js'
import { waitFor } from './wait-for.js'

export interface RedisSentinelOptions extends RedisSecurity {
  /** Default 3. */
  sentinels?: 1 | 3
  /** `down-after-milliseconds`, after which a primary counts as failed. */
  downAfterMs: number
  /** Of the Sentinels themselves; none by default. */
  sentinelPassword?: string
}

export interface WatchedRedis extends RedisGroup {
  readonly sentinels: readonly RedisNode[]
}

const NAME = 'queue'

/** A primary with a replica on loopback, and Sentinels that watch them. */
export async function startRedisSentinel(options: RedisSentinelOptions): Promise<WatchedRedis> {
  const { tls, login, sentinelPassword } = options
  const dir = await mkdtemp(join(tmpdir(), 'throughline-redis-sentinel-'))
  const nodes: RedisNode[] = []
  const sentinels: RedisNode[] = []
  const stop = async () => {
    await Promise.all([...sentinels, ...nodes].map((node) => node.kill()))
    await rm(dir, { recursive: true, force: true })
  }
  const security = { ...(tls && { tls }), ...(login && { login }) }
  try {
    const primary = await startRedisNode({ ...security, dir: join(dir, 'primary') })
    nodes.push(primary)
    const lines = [`replicaof 127.0.0.1 ${primary.port}`]
    nodes.push(await startRedisNode({ ...security, dir: join(dir, 'replica'), lines }))
    for (let n = 1; n <= (options.sentinels ?? 3); n += 1)
      sentinels.push(await startSentinel(join(dir, `sentinel-${n}`), primary.port, options))
    const hosts = redisUrlOf('+sentinel', security, sentinels)
    const query = sentinelPassword === undefined ? '' : `?sentinelPassword=${sentinelPassword}`
    const untilReplicated = () => untilWatched(nodes, sentinels)
    await untilReplicated()
    const group = { url: `${hosts}/${NAME}${query}`, nodes, sentinels, stop }
    return { ...group, primary: () => findPrimary(nodes, sentinels), untilReplicated }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startSentinel(
  dir: string,
  primaryPort: number,
  { sentinels = 3, downAfterMs, tls, login, sentinelPassword }: RedisSentinelOptions,
): Promise<RedisNode> {
  const quorum = sentinels === 1 ? 1 : 2
  return startRedisNode({
    dir,
    isSentinel: true,
    ...(tls && { tls }),
    ...(sentinelPassword !== undefined && {
      login: { username: 'default', password: sentinelPassword },
      settings: { requirepass: sentinelPassword },
    }),
    lines: [
      `sentinel monitor ${NAME} 127.0.0.1 ${primaryPort} ${quorum}`,
      `sentinel down-after-milliseconds ${NAME} ${downAfterMs}`,
      `sentinel failover-timeout ${NAME} ${downAfterMs * 3}`,
      ...(login
        ? [
            `sentinel auth-user ${NAME} ${login.username}`,
            `sentinel auth-pass ${NAME} ${login.password}`,
          ]
        : []),
    ],
  })
}

async function findPrimary(
  nodes: readonly RedisNode[],
  [sentinel]: readonly RedisNode[],
): Promise<RedisNode> {
  return waitFor(
    async () => {
      const address = await sentinel?.run('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME)
      return nodes.find(({ port }) => address?.endsWith(`\n${port}`))
    },
    { what: 'the primary that the Sentinels name' },
  )
}

async function untilWatched(
  nodes: readonly RedisNode[],
  sentinels: readonly RedisNode[],
): Promise<void> {
  const knows = async (sentinel: RedisNode) => {
    const text = await sentinel.run('SENTINEL', 'CKQUORUM', NAME)
    const primary = await sentinel.run('SENTINEL', 'MASTER', NAME)
    const count = (field: string) =>
      Number(new RegExp(`^${field}\\n(\\d+)`, 'm').exec(primary)?.[1])
    return (
      text.startsWith('OK') &&
      count('num-slaves') === nodes.length - 1 &&
      count('num-other-sentinels') === sentinels.length - 1
    )
  }
  const hasLink = async (node: RedisNode) => {
    const text = await node.run('INFO', 'replication')
    return /^master_link_status:up|^slave0:.*state=online/m.test(text)
  }
  await waitFor(
    async () => {
      const all = await Promise.all([...sentinels.map(knows), ...nodes.map(hasLink)])
      return all.every(Boolean)
    },
    { what: 'Sentinels and replica to be connected', timeoutMs: 120_000, everyMs: 50 },
  )
}
