import { describe, expect, it } from '@jest/globals'
import { parseRedisUrl } from './redis-url.js'

const NO_LOGIN = { username: undefined, password: undefined }

describe('parseRedisUrl', () => {
  it.each([
    ['redis://cache', { kind: 'single', isTls: false, nodes: [{ host: 'cache', port: 6379 }] }],
    [
      'rediss://ann:p%2Fq@[::1]:7000/2',
      {
        kind: 'single',
        isTls: true,
        nodes: [{ host: '::1', port: 7000 }],
        username: 'ann',
        password: 'p/q',
      },
    ],
    [
      'redis+cluster://a,b:7001,[2001:db8::1]:7002',
      {
        kind: 'cluster',
        isTls: false,
        ...NO_LOGIN,
        nodes: [
          { host: 'a', port: 6379 },
          { host: 'b', port: 7001 },
          { host: '2001:db8::1', port: 7002 },
        ],
      },
    ],
    [
      'rediss+cluster://ann:hush@a:7000/',
      { kind: 'cluster', isTls: true, username: 'ann', password: 'hush' },
    ],
    [
      'redis+sentinel://a,b:26380/mymaster',
      {
        kind: 'sentinel',
        isTls: false,
        ...NO_LOGIN,
        sentinelLogin: NO_LOGIN,
        primaryName: 'mymaster',
        database: 0,
        nodes: [
          { host: 'a', port: 26379 },
          { host: 'b', port: 26380 },
        ],
      },
    ],
    [
      'rediss+sentinel://:a%40b:c@s:1/my%20name/3?sentinelUsername=watch&sentinelPassword=x%26y',
      {
        kind: 'sentinel',
        isTls: true,
        username: undefined,
        password: 'a@b:c',
        primaryName: 'my name',
        database: 3,
        sentinelLogin: { username: 'watch', password: 'x&y' },
      },
    ],
  ])('reads %s', (url, expected) => {
    expect(parseRedisUrl(url)).toMatchObject({ ...expected, url })
  })

  it.each([
    ['cache:6379', /^must start with redis:\/\/, rediss:\/\/, redis\+cluster:\/\/, /],
    ['http://:hunter2@cache', /^must start with/],
    ['redis://:hunter2@a:1,b:2', /several hosts.*redis\+cluster/],
    ['redis://:hunter/2@cache', /host:port.*%2F/],
    ['redis://:hunter2%@cache', /Write % as %25/],
    ['redis://cache/x', /number as its database/],
    ['redis://cache:70000', /host:port/],
    ['redis://', /host:port/],
    ['redis+cluster://a:1,,b:2', /host:port/],
    ['redis+cluster://a:1 b:2', /host:port/],
    ['redis+cluster://a:1/1', /no other database/],
    ['redis+cluster://a:1?x=1', /no other database/],
    ['redis+sentinel://:hunter2@a:26379', /the name that the Sentinels give/],
    ['redis+sentinel://a:26379/mymaster/zero', /number as its database/],
    ['redis+sentinel://a:26379/mymaster/0/1', /the name that the Sentinels give/],
    ['redis+sentinel://a:26379/mymaster?password=hunter2', /unknown option/],
  ])('rejects %s without repeating it', (url, message) => {
    expect(() => parseRedisUrl(url)).toThrow(message)
    expect(() => parseRedisUrl(url)).not.toThrow(/hunter/)
  })
})
