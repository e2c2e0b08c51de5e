import { parseUrl } from './parse-url.js'

export interface RedisNode {
  host: string
  port: number
}

interface Login {
  username: string | undefined
  password: string | undefined
}

interface AnyRedis extends Login {
  url: string
  isTls: boolean
  nodes: readonly RedisNode[]
}

export interface SentinelAddress extends AnyRedis {
  kind: 'sentinel'
  primaryName: string
  database: number
  /** Of the Sentinels. Those of the URL are Redis's. */
  sentinelLogin: Login
}

/** Where REDIS_URL leads. `single` has one node, the others have at least one. */
export type RedisAddress = (AnyRedis & { kind: 'single' | 'cluster' }) | SentinelAddress

const SCHEMES = ['redis', 'rediss', ...['cluster', 'sentinel'].flatMap(withTls)]
const FORM =
  /^(rediss?)(?:\+(cluster|sentinel))?:\/\/(?:([^/?#]*)@)?([^/?#]*)(\/[^?#]*)?(\?[^#]*)?$/

/**
 * Parses REDIS_URL: `redis://` for one server, `redis+cluster://host:port,host:port` for nodes of a Redis Cluster, and
 * `redis+sentinel://host:port,host:port/primary[/database]`. `rediss` uses TLS. @throws Error that says what is wrong,
 * without the URL
 */
export function parseRedisUrl(text: string): RedisAddress {
  if (!SCHEMES.some((scheme) => text.startsWith(`${scheme}://`)))
    throw new Error(`must start with ${SCHEMES.map((scheme) => `${scheme}://`).join(', ')}`)
  const [, scheme, kind = 'single', user, hosts = '', path = '', query = ''] = FORM.exec(text) ?? []
  const nodes = hosts
    .split(',')
    .map((node) => parseNode(node, kind === 'sentinel' ? 26_379 : 6_379))
  const address = { url: text, isTls: scheme === 'rediss', nodes, ...parseLogin(user) }
  if (kind === 'sentinel') return { kind, ...address, ...parseSentinelParts(path, query) }
  if (kind === 'cluster') {
    rejectDatabase(path + query)
    return { kind, ...address }
  }
  if (nodes.length > 1)
    throw new Error('names several hosts: start it with redis+cluster:// or redis+sentinel://')
  if (parseUrl(text) === null) throw new Error(`is not a URL. ${ENCODE}`)
  parseDatabase(path.slice(1))
  return { kind: 'single', ...address }
}

function withTls(kind: string): string[] {
  return [`redis+${kind}`, `rediss+${kind}`]
}

const ENCODE = 'Write special characters of the password as %XX, such as %2F for /'

function parseNode(text: string, defaultPort: number): RedisNode {
  const [, ipv6, name, portText] =
    /^(?:\[([\da-f:.]+)\]|([^\s:@[\]]+))(?::(\d{1,5}))?$/i.exec(text) ?? []
  const host = ipv6 ?? name
  const port = Number(portText ?? defaultPort)
  if (host === undefined || port < 1 || port > 65_535)
    throw new Error(`must name each host as host:port, separated by commas. ${ENCODE}`)
  return { host, port }
}

function parseLogin(text: string | undefined): Login {
  const [, username = '', password] = /^([^:]*)(?::(.*))?$/s.exec(text ?? '') ?? []
  return { username: decode(username), password: decode(password ?? '') }
}

function decode(text: string): string | undefined {
  try {
    return text === '' ? undefined : decodeURIComponent(text)
  } catch {
    throw new Error('has a % in the user or the password that is not part of %XX. Write % as %25')
  }
}

/** Redis Cluster has only database 0. */
function rejectDatabase(rest: string): void {
  if (rest !== '' && rest !== '/' && rest !== '/0')
    throw new Error('must end after the hosts: a Redis Cluster has no other database than 0')
}

function parseSentinelParts(path: string, query: string) {
  const [name = '', database = '', ...rest] = path.slice(1).split('/')
  const primaryName = decode(name)
  if (primaryName === undefined || rest.length > 0)
    throw new Error('must end with the name that the Sentinels give the primary: …:26379/mymaster')
  const options = new URLSearchParams(query)
  const sentinelLogin = {
    username: options.get('sentinelUsername') ?? undefined,
    password: options.get('sentinelPassword') ?? undefined,
  }
  for (const option of options.keys())
    if (option !== 'sentinelUsername' && option !== 'sentinelPassword')
      throw new Error(
        `has an unknown option after the ?: it may have sentinelUsername and sentinelPassword`,
      )
  return { primaryName, database: parseDatabase(database), sentinelLogin }
}

function parseDatabase(text: string): number {
  if (!/^\d{0,5}$/.test(text)) throw new Error('must have a number as its database')
  return Number(text)
}
