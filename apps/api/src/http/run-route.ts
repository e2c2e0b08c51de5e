import { domainError } from '@throughline/core/lib/errors'
import { writeAudit } from '@throughline/db/projects/audit'
import { auditActor, type Actor } from './access.js'
import type { AccountCall, Answer, Call, Route } from './route.js'

/** Runs the operation of a route. The role of an export is checked, and an export gets an audit entry. */
export function runRoute(route: Route, call: Call | AccountCall): Promise<Answer> {
  const isExport = route.ticket === 'csv' && 'project' in call && isCsv(call.query)
  return isExport ? exportCsv(route, call) : operationOf(route)(call)
}

async function exportCsv(route: Route, call: Call): Promise<Answer> {
  requireExporter(route, call)
  const answer = await operationOf(route)(call)
  const { stream } = answer
  return stream === undefined ? answer : { ...answer, stream: audited(route, call, stream) }
}

/** route() has checked the types; here they are put together again. */
function operationOf({ run }: Route) {
  return run as (call: Call | AccountCall) => Promise<Answer>
}

/** Rejects viewers who export ids of clicks or installs. @throws DomainError `forbidden` */
export function requireExporter(
  { csvHasIds }: Route,
  { actor, query }: { actor: Actor; query: unknown },
): void {
  const isViewer = actor.kind === 'user' && actor.role === 'viewer'
  if (csvHasIds !== true || !isViewer || !isCsv(query)) return
  throw domainError(
    'forbidden',
    'This file contains ids of clicks or installs, and your role in this project is viewer. Ask an owner for the role editor.',
  )
}

export function isCsv(query: unknown): boolean {
  return (query as { format?: unknown }).format === 'csv'
}

/** Writes the entry before the first line is sent. A HEAD request sends no line, so it is no export. */
async function* audited(
  route: Route,
  call: Call,
  stream: AsyncIterable<string>,
): AsyncGenerator<string> {
  const { db, project, actor, params, query } = call
  await writeAudit(db, {
    projectId: project.id,
    ...auditActor(actor),
    action: `${nounOf(route)}.export`,
    target: pathOf(route, params).slice('/api/'.length),
    details: filtersOf(query as Record<string, unknown>),
  })
  yield* stream
}

/** `/api/links/:code/stats` exports links. */
function nounOf({ path }: Route): string {
  const [, , collection = ''] = path.split('/')
  return collection === 'deliveries' ? 'delivery' : collection.replace(/s$/, '')
}

function pathOf({ path }: Route, params: object): string {
  return Object.entries(params).reduce(
    (filled, [name, value]) => filled.replace(`:${name}`, String(value)),
    path,
  )
}

const PAGING = ['format', 'cursor', 'limit', 'page', 'per_page']
/** Their values may identify a person. */
const PERSONAL = ['fingerprint', 'install_id', 'search']

function filtersOf(query: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(query).filter(
    ([name, value]) => value !== undefined && !PAGING.includes(name),
  )
  return Object.fromEntries(
    given.map(([name, value]) => [name, PERSONAL.includes(name) ? '…' : wordOf(value)]),
  )
}

function wordOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}
