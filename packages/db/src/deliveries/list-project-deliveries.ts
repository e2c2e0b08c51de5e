// Raw SQL: leases, and the times that ids hold, are compared with the database's clock.
import type { Db } from '../connection/database.js'
import { Prisma } from '../generated/prisma/client.js'
import { DELIVERY_COLUMNS, DELIVERY_EVENT, type DeliveryRow } from './read-deliveries.js'

export interface ListedDelivery extends DeliveryRow {
  /** The status of the last attempt; null without an attempt or a response. */
  lastStatusCode: number | null
  lastErrorClass: string | null
  lastError: string | null
}

/** A null field does not filter. */
export interface ProjectDeliveryFilter {
  projectId: string
  states: string[] | null
  webhookId: number | null
  event: string | null
  statusCode: number | null
  errorClass: string | null
  code: string | null
  campaignId: number | null
  installId: string | null
  isTest: boolean | null
  /** Inclusive; `to` is exclusive. */
  from: Date | null
  to: Date | null
}

/** Deliveries of a project, newest first, each with its last attempt. */
export function listProjectDeliveries(
  db: Db,
  filter: ProjectDeliveryFilter,
  { beforeId, limit }: { beforeId: string | null; limit: number },
): Promise<ListedDelivery[]> {
  const older = beforeId === null ? Prisma.empty : Prisma.sql`AND d.id < ${beforeId}::uuid`
  const found = stateGroups(filter).map(
    (group) => Prisma.sql`(
      SELECT * FROM deliveries d
       WHERE ${conditions(filter)} ${group} ${older}
       ORDER BY d.id DESC LIMIT ${limit}::integer)`,
  )
  return db.$queryRaw<ListedDelivery[]>`
    WITH page AS MATERIALIZED (
      SELECT d.* FROM webhooks h
       CROSS JOIN LATERAL (${Prisma.join(found, ' UNION ALL ')}) d
       WHERE ${ofWebhooks(filter)}
       ORDER BY d.id DESC LIMIT ${limit}::integer
    )
    SELECT ${DELIVERY_COLUMNS}, a.status_code AS "lastStatusCode", a.error_class AS "lastErrorClass", a.error AS "lastError"
      FROM page d
      LEFT JOIN LATERAL (${DELIVERY_EVENT}) e ON true
      LEFT JOIN LATERAL (${LAST_ATTEMPT}) a ON true
     ORDER BY d.id DESC`
}

export async function countProjectDeliveries(
  db: Db,
  filter: ProjectDeliveryFilter,
  limit: number,
): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count
      FROM (
        SELECT FROM webhooks h
         CROSS JOIN LATERAL (
           SELECT FROM deliveries d WHERE ${conditions(filter)} LIMIT ${limit}::integer) d
         WHERE ${ofWebhooks(filter)}
         LIMIT ${limit}::integer) AS counted`
  return row?.count ?? 0
}

/** Searches all partitions: computing the smallest id of a month takes longer than one more index search. */
const LAST_ATTEMPT = Prisma.sql`
  SELECT a.status_code, a.error_class, a.error FROM delivery_attempts a
   WHERE a.delivery_id = d.id AND a.project_id = d.project_id AND a.number = d.attempts_made
   LIMIT 1`

/** The deliveries of each webhook are read by its index. One more index by project would cost each delivery 3 %. */
function ofWebhooks({ projectId, webhookId }: ProjectDeliveryFilter): Prisma.Sql {
  const ofProject = Prisma.sql`h.project_id = ${projectId}::uuid`
  return webhookId === null ? ofProject : Prisma.sql`${ofProject} AND h.id = ${webhookId}::integer`
}

/** The conditions of three small indexes: a rare status is found without reading the succeeded deliveries. */
const UNSUCCESSFUL = [
  Prisma.sql`d.state IN ('failed', 'skipped')`,
  Prisma.sql`d.state IN ('pending', 'retrying', 'held')`,
  Prisma.sql`d.state = 'canceled'`,
]

/** A page of rare states is read through the index of each group. */
function stateGroups(filter: ProjectDeliveryFilter): Prisma.Sql[] {
  if (filter.states !== null || !isUnsuccessful(filter)) return [Prisma.empty]
  return UNSUCCESSFUL.map((group) => Prisma.sql`AND ${group}`)
}

/** Only conditions that are set are in the statement, so that the planner sees which index helps. */
function conditions(filter: ProjectDeliveryFilter): Prisma.Sql {
  const { projectId, states, event, code, campaignId, installId, isTest } = filter
  const given = [
    Prisma.sql`d.webhook_id = h.id AND d.project_id = ${projectId}::uuid`,
    states !== null && inStates(states),
    event !== null && Prisma.sql`d.event = ${event}`,
    isTest !== null && Prisma.sql`d.is_test = ${isTest}::boolean`,
    filter.from !== null && Prisma.sql`d.id >= uuid7_floor(${filter.from}::timestamptz)`,
    filter.to !== null && Prisma.sql`d.id < uuid7_floor(${filter.to}::timestamptz)`,
    code !== null &&
      ofAttribution(
        Prisma.sql`a.link_id = (SELECT id FROM links WHERE project_id = ${projectId}::uuid AND code = ${code})`,
      ),
    campaignId !== null && ofAttribution(Prisma.sql`a.campaign_id = ${campaignId}::integer`),
    installId !== null && ofInstall(projectId, installId),
    ...lastAttempt(filter),
  ].filter((condition) => condition !== false)
  return Prisma.join(given, ' AND ')
}

/** `delivering` is a live lease on a row in another state. Each rare state has its own index. */
function inStates(states: string[]): Prisma.Sql {
  const stored = states.filter((state) => state !== 'delivering')
  const isDelivering = Prisma.sql`d.lease_until > clock_timestamp()`
  const isStored = Prisma.sql`d.state = ANY (${stored}::text[]) AND (${isDelivering}) IS NOT TRUE`
  return stored.length === states.length ? isStored : Prisma.sql`(${isDelivering} OR ${isStored})`
}

/** Checks the state first: a succeeded delivery needs no read of its attempts. */
function lastAttempt(filter: ProjectDeliveryFilter): (Prisma.Sql | false)[] {
  const { statusCode, errorClass } = filter
  if (statusCode === null && errorClass === null) return []
  return [
    isUnsuccessful(filter)
      ? Prisma.sql`(${Prisma.join(UNSUCCESSFUL, ' OR ')})`
      : Prisma.sql`d.state = 'succeeded'`,
    Prisma.sql`d.attempts_made > 0`,
    statusCode !== null &&
      Prisma.sql`(SELECT last.status_code FROM (${LAST_ATTEMPT}) AS last) = ${statusCode}::integer`,
    errorClass !== null &&
      Prisma.sql`(SELECT last.error_class FROM (${LAST_ATTEMPT}) AS last) = ${errorClass}`,
  ]
}

/** Whether only deliveries that have not succeeded can match the filter by the last attempt. */
function isUnsuccessful({ statusCode, errorClass }: ProjectDeliveryFilter): boolean {
  if (statusCode === null) return errorClass !== null
  return statusCode < 200 || statusCode >= 300
}

function ofAttribution(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT FROM events e JOIN attributions a ON a.id = e.attribution_id
     WHERE e.id = d.event_id AND e.project_id = d.project_id AND ${condition})`
}

/** No index leads from an install to its event, but both are written in one transaction, so their ids are near. */
function ofInstall(projectId: string, installId: string): Prisma.Sql {
  const install = (column: Prisma.Sql) => Prisma.sql`
    (SELECT ${column} FROM installs i WHERE i.project_id = ${projectId}::uuid AND i.install_id = ${installId}::uuid)`
  return Prisma.sql`
    d.id >= uuid7_floor(${install(Prisma.sql`i.decided_at - interval '1 second'`)})
    AND d.id < uuid7_floor(${install(Prisma.sql`i.decided_at + interval '15 seconds'`)})
    AND EXISTS (SELECT FROM events e
                 WHERE e.id = d.event_id AND e.project_id = d.project_id AND e.install_id = ${installId}::uuid)`
}
