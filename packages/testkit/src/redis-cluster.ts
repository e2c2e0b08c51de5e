import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@throughline/stack/ports'
import {
  cliArguments,
  redisUrlOf,
  startRedisNode,
  type RedisGroup,
  type RedisNode,
  type RedisSecurity,
} from './redis-node.js'
import { waitFor } from './wait-for.js'

export interface RedisClusterOptions extends RedisSecurity {
  /** For each of the three primaries. Default 1. */
  replicas?: 0 | 1
  /** `cluster-node-timeout`, after which a node counts as failed. */
  nodeTimeoutMs: number
  /** A key of the queue. Its node is the primary. */
  key?: string
}

const PRIMARIES = 3

/** A Redis Cluster on loopback, made by `redis-cli --cluster create`. */
export async function startRedisCluster(options: RedisClusterOptions): Promise<RedisGroup> {
  const { replicas = 1, nodeTimeoutMs, key = '{throughline}', tls, login } = options
  const dir = await mkdtemp(join(tmpdir(), 'throughline-redis-cluster-'))
  const nodes: RedisNode[] = []
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.kill()))
    await rm(dir, { recursive: true, force: true })
  }
  const security = { ...(tls && { tls }), ...(login && { login }) }
  const folderOf = (n: number) => join(dir, String(n))
  try {
    for (let n = 0; n < PRIMARIES * (1 + replicas); n += 1) {
      const settings = await clusterSettings(nodeTimeoutMs, tls !== undefined)
      nodes.push(await startRedisNode({ ...security, dir: folderOf(n), settings }))
    }
    await createCluster(cliArguments({ ...security, dir: folderOf(0) }), nodes, replicas)
    const group = { url: redisUrlOf('+cluster', security, nodes), nodes, stop }
    const untilReplicated = () => untilAllServe(nodes, replicas)
    await untilReplicated()
    return { ...group, primary: () => findOwner(nodes, key), untilReplicated }
  } catch (error) {
    await stop()
    throw error
  }
}

const CREATE_TIMEOUT_MS = 120_000

/** Waits until all nodes know each other. */
async function createCluster(
  cli: string[],
  nodes: readonly RedisNode[],
  replicas: 0 | 1,
): Promise<void> {
  const args = [
    ...cli,
    '--cluster',
    'create',
    ...nodes.map(({ port }) => `127.0.0.1:${port}`),
    '--cluster-replicas',
    String(replicas),
    '--cluster-yes',
  ]
  await promisify(execFile)('redis-cli', args, { timeout: CREATE_TIMEOUT_MS })
}

async function clusterSettings(
  nodeTimeoutMs: number,
  isTls: boolean,
): Promise<Record<string, string>> {
  return {
    'cluster-enabled': 'yes',
    'cluster-port': String(await freePort()),
    'cluster-node-timeout': String(nodeTimeoutMs),
    ...(isTls ? { 'tls-cluster': 'yes' } : {}),
  }
}

/** Only the primary that has the key responds to the command without a redirection. */
async function findOwner(nodes: readonly RedisNode[], key: string): Promise<RedisNode> {
  return waitFor(
    async () => {
      const answers = await Promise.all(
        nodes.map((node) => node.run('EXISTS', key).catch(() => '')),
      )
      return nodes[answers.findIndex((answer) => /^\d+$/.test(answer))]
    },
    { what: 'the node that has the key' },
  )
}

async function untilAllServe(nodes: readonly RedisNode[], replicas: 0 | 1): Promise<void> {
  const isServing = async (node: RedisNode) => {
    const cluster = await node.run('CLUSTER', 'INFO')
    const replication = await node.run('INFO', 'replication')
    const isPrimary = /^role:master/m.test(replication)
    return (
      /^cluster_state:ok/m.test(cluster) &&
      (isPrimary
        ? replicas === 0 || /^slave0:.*state=online/m.test(replication)
        : /^master_link_status:up/m.test(replication))
    )
  }
  await waitFor(async () => (await Promise.all(nodes.map(isServing))).every(Boolean), {
    what: 'the nodes of the cluster',
    timeoutMs: 120_000,
    everyMs: 50,
  })
}
