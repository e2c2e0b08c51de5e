import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { issueCertificate, makeCertificateAuthority } from '@throughline/testkit/certificates'
import { startRedisCluster } from '@throughline/testkit/redis-cluster'
import { hasRedisTools, type RedisGroup } from '@throughline/testkit/redis-node'
import { startRedisSentinel, type WatchedRedis } from '@throughline/testkit/redis-sentinel'
import { startCli, type TestCli } from './cli.js'

const describeWithRedis = hasRedisTools() ? describe : describe.skip

describeWithRedis('doctor, on Redis with TLS and a user (apt-get install redis-sentinel)', () => {
  let cli: TestCli
  let folder: string
  let cluster: RedisGroup
  let watched: WatchedRedis
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'throughline-cli-'))
    const authority = await makeCertificateAuthority()
    const certificate = await issueCertificate(authority, {
      hosts: ['127.0.0.1'],
      isForClients: true,
    })
    await writeFile(join(folder, 'ca.pem'), authority.certPem)
    const secured = {
      tls: { ...certificate, caPem: authority.certPem },
      login: { username: 'app', password: 'hush' },
    }
    const started = await Promise.all([
      startCli(),
      startRedisCluster({ ...secured, replicas: 0, nodeTimeoutMs: 5_000 }),
      startRedisSentinel({ ...secured, sentinels: 1, downAfterMs: 5_000 }),
    ])
    ;[cli, cluster, watched] = started
  })
  afterAll(async () => {
    await Promise.all([cluster.stop(), watched.stop(), cli.close()])
    await rm(folder, { recursive: true })
  })

  const trusting = () => ({ NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') })
  const cases: [what: string, url: () => string, ca: () => Record<string, string>, RegExp][] = [
    ['a cluster', () => cluster.url, trusting, /^Redis 7[\d.]+, Redis Cluster$/],
    ['Sentinels', () => watched.url, trusting, /^Redis 7[\d.]+, by Sentinel$/],
    [
      'a certificate that is not trusted',
      () => cluster.url,
      () => ({}),
      /certificate of Redis is not trusted\. Set NODE_EXTRA_CA_CERTS/,
    ],
    [
      'a missing s in the scheme',
      () => watched.url.replace('rediss', 'redis'),
      trusting,
      /speaks TLS on this port\. Start REDIS_URL with rediss\+sentinel:\/\/\.$/,
    ],
    [
      'a replica',
      () => `rediss://app:hush@127.0.0.1:${watched.nodes[1]?.port}`,
      trusting,
      /^Redis accepts no jobs because it is a replica: .* redis\+sentinel:/,
    ],
    [
      'one node of a cluster',
      () => `rediss://app:hush@127.0.0.1:${cluster.nodes[0]?.port}`,
      trusting,
      /nodes? of a Redis Cluster: set redis\+cluster:\/\/host:port/,
    ],
    [
      'a Sentinel as Redis',
      () => `rediss://127.0.0.1:${watched.sentinels[0]?.port}`,
      trusting,
      /^Redis accepts no jobs because REDIS_URL leads to a Sentinel: set redis\+sentinel:/,
    ],
  ]
  it.each(cases)('says what it finds: %s', async (_what, url, ca, expected) => {
    // Node reads NODE_EXTRA_CA_CERTS when it starts.
    const { stdout } = await cli.runProgram(['doctor', '--json'], {
      REDIS_URL: url(),
      PUBLIC_URL: 'http://127.0.0.1:1',
      WORKER_PORT: '1',
      ...ca(),
    })
    const { findings } = JSON.parse(stdout) as {
      findings: { check: string; ok: boolean; detail: string }[]
    }
    const found = findings.find(({ check }) => check === 'queue')
    expect(found?.detail).toMatch(expected)
    expect(found?.ok).toBe(found?.detail.startsWith('Redis 7'))
    expect(found?.detail).not.toContain('hush')
  })
})
