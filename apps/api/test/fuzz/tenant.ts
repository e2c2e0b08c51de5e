import type { Random } from '@throughline/testkit/seeded-random'
import type { Route } from '../../src/http/route.js'
import type { TestProject } from '../harness.js'
import type { TestResponse } from '../send-request.js'
import { markOf, type TenantName } from './texts.js'

export type Fields = Record<string, unknown>

/** What is known of a record: the current value of every field that was ever sent, and the last response. */
export interface KnownRecord {
  sent: Fields
  answered: Fields
}

/** One project with its credentials, and all records that its owner knows. */
export interface Tenant {
  name: TenantName
  project: TestProject
  /** A token that may read everything and write nothing. */
  readToken: string
  /** Ids for paths, by the segment before them: `links`, `webhooks`, `deliveries`, … */
  ids: Map<string, string[]>
  deleted: Map<string, string[]>
  /** Keyed by `links/{code}`, `project/settings` and so on. */
  records: Map<string, KnownRecord>
  /** The last cursor of each list. */
  cursors: Map<string, string>
  marks: number
  /** Everything that the tenant ever sent: responses may contain it even if it belongs to the other tenant. */
  sent: Set<string>
}

export function newTenant(name: TenantName, project: TestProject, readToken: string): Tenant {
  return {
    name,
    project,
    readToken,
    ids: new Map(),
    deleted: new Map(),
    records: new Map(),
    cursors: new Map(),
    marks: 0,
    sent: new Set(),
  }
}

export function nextMark(tenant: Tenant): string {
  tenant.marks += 1
  return markOf(tenant.name, tenant.marks)
}

/** The segment before a path's parameter, which is the key for its ids; null for a path without a parameter. */
export function poolOf(path: string): string | null {
  const pool = /([a-z-]+)\/:\w+/.exec(path)?.[1] ?? null
  return pool === 'code' ? 'links' : pool
}

export function idsOf(tenant: Tenant, pool: string): string[] {
  return tenant.ids.get(pool) ?? []
}

/** One of the ids, recent ones more often. */
export function pickId(ids: readonly string[], random: Random): string | null {
  if (ids.length === 0) return null
  return random.pick(random.chance(0.5) ? ids.slice(-5) : ids)
}

export function addId(tenant: Tenant, pool: string, id: unknown): void {
  if (typeof id !== 'string' && typeof id !== 'number') return
  const ids = idsOf(tenant, pool)
  if (!ids.includes(String(id))) tenant.ids.set(pool, [...ids, String(id)])
}

export function removeId(tenant: Tenant, pool: string, id: string): void {
  const others = idsOf(tenant, pool).filter((one) => one !== id)
  tenant.ids.set(pool, others)
  tenant.deleted.set(pool, [...(tenant.deleted.get(pool) ?? []), id])
}

/** Lists of records that other requests have created; their ids are kept too. */
const TELLING = /^\/api\/(attributions|webhooks\/:id\/deliveries)$/

/** Keeps the ids and cursors of a response for later requests. */
export function learn(tenant: Tenant, route: Route, { status, body }: TestResponse): void {
  if (status >= 300 || typeof body !== 'object' || body === null) return
  if (route.method === 'post') learnMade(tenant, route, body as Fields)
  if (route.method !== 'get') return
  const { data, next_cursor: cursor } = body as { data?: unknown; next_cursor?: unknown }
  if (typeof cursor === 'string') tenant.cursors.set(route.path, cursor)
  if (!TELLING.test(route.path) || !Array.isArray(data)) return
  const pool = route.path.endsWith('deliveries') ? 'deliveries' : 'attributions'
  for (const { id } of data as Fields[]) addId(tenant, pool, id)
}

function learnMade(tenant: Tenant, { path }: Route, body: Fields): void {
  if (Array.isArray(body['data'])) {
    for (const { code } of body['data'] as Fields[]) addId(tenant, 'links', code)
    return
  }
  addId(tenant, 'deliveries', body['delivery_id'])
  addId(tenant, 'fingerprint', body['fingerprint'])
  if (path.endsWith('/installs')) addId(tenant, 'installs', body['install_id'])
  else if (path.endsWith('/replay')) addId(tenant, 'replays', body['id'])
  else if (!path.includes(':'))
    addId(tenant, path.split('/').at(-1) ?? '', body['code'] ?? body['host'] ?? body['id'])
}
