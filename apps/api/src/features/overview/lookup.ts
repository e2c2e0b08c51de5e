import { permits } from '@throughline/contracts/roles'
import type { FoundWire, LookupQuery } from '@throughline/contracts/setup'
import { parseUrl } from '@throughline/core/net/parse-url'
import { isUuid, parseIntegerId, uuidV7Time } from '@throughline/core/lib/ids'
import {
  findByDestination,
  findByInteger,
  findByText,
  findByUuid,
  hasFingerprint,
  type FoundRecord,
} from '@throughline/db/projects/lookup'
import { listProvedDomains } from '@throughline/db/projects/projects'
import type { Actor } from '../../http/access.js'
import type { Answer, Call } from '../../http/route.js'
import { hashOfFingerprint } from '../../domain/devices/normal-fingerprint.js'
import { hostNameOf, linkHostOf } from '../../domain/links/hosts.js'

type LookupCall = Call<object, LookupQuery>

/** Finds the records that a pasted id, code, URL, host or fingerprint identifies. */
export async function lookup(call: LookupCall): Promise<Answer> {
  const records = await find(call, call.query.id.trim())
  const found = records.map(presentFound).filter(({ kind }) => mayRead(call.actor, kind))
  return { status: 200, body: { data: found } }
}

/** Whether the caller may read such records elsewhere; the lookup reveals no other names and URLs. */
function mayRead(actor: Actor, kind: FoundWire['kind']): boolean {
  return actor.kind !== 'sdk' && permits(actor.abilities, `${RESOURCES[kind]}:read`)
}

const RESOURCES: Record<FoundWire['kind'], string> = {
  link: 'links',
  campaign: 'campaigns',
  webhook: 'webhooks',
  domain: 'domains',
  click: 'attributions',
  install: 'attributions',
  attribution: 'attributions',
  event: 'attributions',
  fingerprint: 'attributions',
  delivery: 'deliveries',
  replay: 'deliveries',
  erasure: 'erasures',
  token: 'tokens',
  project: 'project',
}

async function find(call: LookupCall, text: string): Promise<FoundRecord[]> {
  const { db, project } = call
  if (isUuid(text)) return findByUuid(db, project.id, text.toLowerCase())
  if (/^https?:\/\//i.test(text)) return findByUrl(call, text)
  const integer = parseIntegerId(text)
  const numbered = integer === null ? [] : await findByInteger(db, project.id, integer)
  const named = await findByText(db, project.id, text)
  return [...named, ...numbered, ...(await findFingerprint(call, text))]
}

/** Finds the link of a short URL of the project, otherwise the links with this destination. */
async function findByUrl({ ctx, db, project }: LookupCall, text: string): Promise<FoundRecord[]> {
  const url = parseUrl(text)
  if (url === null) return []
  const own = [linkHostOf(ctx.config, project.prefix), ...(await listProvedDomains(db, project.id))]
  const isOwn = own.some((host) => hostNameOf(host) === hostNameOf(url.host))
  if (!isOwn) return findByDestination(db, project.id, text)
  const code = url.pathname.slice(1)
  const found = await findByText(db, project.id, code)
  return found.filter(({ kind }) => kind === 'link')
}

async function findFingerprint(
  { ctx, db, project }: LookupCall,
  text: string,
): Promise<FoundRecord[]> {
  const hash = hashOfFingerprint(ctx.keys, project.id, text)
  if (hash === null || !(await hasFingerprint(db, project.id, hash))) return []
  return [{ kind: 'fingerprint', id: text, name: null }]
}

function presentFound({ kind, id, name }: FoundRecord): FoundWire {
  // The queries return no other kinds.
  const known = kind as FoundWire['kind']
  return { kind: known, id, name, address: ADDRESSES[known](encodeURIComponent(id), id) }
}

const ADDRESSES: Record<FoundWire['kind'], (part: string, id: string) => string> = {
  link: (code) => `/api/links/${code}`,
  campaign: (id) => `/api/campaigns/${id}`,
  click: (_part, id) => clickAddress(id),
  install: (id) => `/api/attribution/explain?install_id=${id}`,
  attribution: (id) => `/api/attributions/${id}`,
  event: (id) => `/api/attributions?event_id=${id}`,
  delivery: (id) => `/api/deliveries/${id}`,
  webhook: (id) => `/api/webhooks/${id}`,
  replay: (id) => `/api/replays/${id}`,
  erasure: (id) => `/api/erasures/${id}`,
  domain: () => '/api/project/domains',
  token: () => '/api/project/tokens',
  project: () => '/api/project',
  fingerprint: (text) => `/api/installs?fingerprint=${text}`,
}

/** The list of clicks in the same millisecond, because a single click has no API path. */
function clickAddress(id: string): string {
  const from = uuidV7Time(id)
  const to = new Date(from.getTime() + 1)
  return `/api/clicks?from=${from.toISOString()}&to=${to.toISOString()}`
}
