import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { startRedisCluster } from '@throughline/testkit/redis-cluster'
import { hasRedisTools, type RedisGroup, type RedisNode } from '@throughline/testkit/redis-node'
import { startRedisSentinel, type WatchedRedis } from '@throughline/testkit/redis-sentinel'
import { waitFor } from '@throughline/testkit/wait-for'
import { checkBackend } from '../src/check-backend.js'
import { connectRedis } from '../src/connect-redis.js'
import { startDeliveryConsumer } from '../src/delivery-consumer.js'
import { createDeliveryQueue } from '../src/delivery-queue.js'
import { queueProblem } from '../src/queue-problem.js'

const describeWithRedis = hasRedisTools() ? describe : describe.skip
const LOGIN = { username: 'app', password: 'p-4$' }
const SENTINEL_PASSWORD = 'watch-1'
/** The rights of docs/configuration.md, "Redis". */
const RULES =
  'on >hush ~{throughline}:* ~throughline:limit:* +@all -@admin -@dangerous +info +cluster|slots +cluster|info'

describeWithRedis('REDIS_URL (apt-get install redis-server redis-sentinel)', () => {
  let cluster: RedisGroup
  let watched: WatchedRedis
  const open: (() => unknown)[] = []
  beforeAll(async () => {
    const sentinel = {
      sentinels: 1,
      downAfterMs: 5_000,
      sentinelPassword: SENTINEL_PASSWORD,
    } as const
    const started = await Promise.all([
      startRedisCluster({ replicas: 0, nodeTimeoutMs: 5_000, login: LOGIN }),
      startRedisSentinel({ ...sentinel, login: LOGIN }),
    ])
    ;[cluster, watched] = started
    for (const node of [...cluster.nodes, ...watched.nodes])
      await node.run('ACL', 'SETUSER', 'queue', ...RULES.split(' '))
  })
  afterEach(async () => {
    for (const close of open.splice(0)) await close()
  })
  afterAll(() => Promise.all([cluster.stop(), watched.stop()]))

  const at = (url: string) => ({ kind: 'redis', url }) as const
  const single = ({ port }: RedisNode, path = '') =>
    `redis://${LOGIN.username}:${LOGIN.password}@127.0.0.1:${port}${path}`
  const withUser = (url: string, user: string) => url.replace(/\/\/.*@/, `//${user}@`)
  const urls = {
    single: () => single(watched.nodes[0] as RedisNode),
    cluster: () => cluster.url,
    sentinel: () => watched.url,
  }
  type Form = keyof typeof urls

  it.each<[Form, RegExp]>([
    ['single', /^Redis 7[\d.]+$/],
    ['cluster', /^Redis 7[\d.]+, Redis Cluster$/],
    ['sentinel', /^Redis 7[\d.]+, by Sentinel$/],
  ])('carries jobs with few rights: %s', async (form, description) => {
    const backend = at(withUser(urls[form](), 'queue:hush'))
    expect(await checkBackend(backend)).toMatch(description)
    const queue = createDeliveryQueue(backend, {
      onEnqueueFailed: () => undefined,
      onWarning: () => undefined,
    })
    open.push(() => queue.close())
    await waitFor(() => queue.isReady(), { what: 'the queue' })
    const delivery = (delayMs: number) => ({
      deliveryId: randomUUID(),
      webhookId: 7,
      projectId: randomUUID(),
      seq: 0,
      delayMs,
    })
    const deliveries = [...Array.from({ length: 20 }, () => delivery(0)), delivery(600_000)]
    expect(await queue.enqueue(deliveries, 5_000)).toEqual({ added: 21 })
    expect([await queue.depth(), await queue.delayed()]).toEqual([20, 1])
    await queue.promote(deliveries.slice(-1))
    const processed: string[] = []
    const errors: string[] = []
    const consumer = startDeliveryConsumer(backend, {
      concurrency: 5,
      process: ({ deliveryId, jobAttemptsMade }) => {
        processed.push(deliveryId)
        const isFirst = jobAttemptsMade === 0 && processed.length <= 2
        return Promise.resolve(isFirst ? { kind: 'retry', delayMs: 1 } : { kind: 'done' })
      },
      onError: ({ message }) => errors.push(message),
    })
    open.push(() => consumer.close(2_000))
    await waitFor(() => processed.length === deliveries.length + 2, { what: 'the jobs' })
    expect(new Set(processed)).toEqual(new Set(deliveries.map(({ deliveryId }) => deliveryId)))
    expect(consumer.isReady()).toBe(true)
    expect(errors).toEqual([])
  })

  it('connects to a cluster while two of its three primaries are frozen', async () => {
    const frozen = cluster.nodes.slice(1)
    for (const node of frozen) node.signal('SIGSTOP')
    try {
      const clients = Array.from({ length: 8 }, () =>
        connectRedis(cluster.url, { connectTimeout: 1_000, retryStrategy: () => 100 }),
      )
      open.push(() => clients.forEach((client) => client.disconnect()))
      const areReady = () => clients.every(({ status }) => status === 'ready')
      await waitFor(areReady, { what: 'all clients to be connected', timeoutMs: 10_000 })
    } finally {
      for (const node of frozen) node.signal('SIGCONT')
    }
    await cluster.untilReplicated()
  })

  const otherNode = async () => {
    const owner = await cluster.primary()
    return cluster.nodes.find((node) => node !== owner) as RedisNode
  }
  const ofSentinel = (url: string) => `redis://:${SENTINEL_PASSWORD}@${/127[^,/]+/.exec(url)?.[0]}`
  const refused: [what: string, url: () => string | Promise<string>, message: RegExp][] = [
    [
      'a node of a cluster',
      async () => single(await otherNode()),
      /leads to one node of a.*redis\+cluster/,
    ],
    [
      'the node of a cluster that has the queue',
      async () => single(await cluster.primary()),
      /is one of several nodes of a Redis Cluster: set redis\+cluster/,
    ],
    [
      'a node of a cluster and a database',
      async () => single(await otherNode(), '/1'),
      /leads to one node of a.*redis\+cluster/,
    ],
    ['a replica', () => single(watched.nodes[1] as RedisNode), /is a replica.*redis\+sentinel/],
    ['a Sentinel', () => ofSentinel(watched.url), /leads to a Sentinel: set redis\+sentinel/],
    [
      'a Sentinel as a cluster',
      () => ofSentinel(watched.url).replace('redis:', 'redis+cluster:'),
      /leads to a Sentinel/,
    ],
    [
      'one server as a cluster',
      () => urls.single().replace('redis:', 'redis+cluster:'),
      /not part of one: start it with redis:/,
    ],
    [
      'one server as a Sentinel',
      () =>
        `${withUser(urls.single(), 'x:x').replace('redis:', 'redis+sentinel:')}/queue?sentinelUsername=${LOGIN.username}&sentinelPassword=${LOGIN.password}`,
      /names Sentinels and leads to another server/,
    ],
    [
      'an unknown name of the primary',
      () => watched.url.replace('/queue?', '/other?'),
      /know no primary of the name/,
    ],
    [
      'a user without the rights',
      async () => {
        for (const node of watched.nodes)
          await node.run('ACL', 'SETUSER', 'weak', 'on', '>hush', '+info', '+ping')
        return withUser(urls.single(), 'weak:hush')
      },
      /its ACL denies the user/,
    ],
    [
      'a wrong password of a cluster',
      () => withUser(cluster.url, 'app:no'),
      /the user or the password/,
    ],
    [
      'a wrong password of the primary',
      () => withUser(watched.url, 'app:no'),
      /the user or the password/,
    ],
    [
      'a wrong password of the Sentinels',
      () => watched.url.replace(SENTINEL_PASSWORD, 'no'),
      /the user or the password/,
    ],
    [
      'no password of the Sentinels',
      () => watched.url.replace(/\?.*/, ''),
      /the user or the password/,
    ],
  ]
  it.each(refused)('leads to %s: readiness says what to do', async (_what, url, message) => {
    const problem = await queueProblem(at(await url()))
    expect(problem).toMatch(message)
    expect(problem).not.toMatch(/127\.0\.0\.1|app|hush/)
  })
})
