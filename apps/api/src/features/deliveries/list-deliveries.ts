import {
  listedDelivery as schema,
  type ListedDeliveryWire,
  type ListProjectDeliveriesQuery,
} from '@throughline/contracts/delivery'
import {
  countProjectDeliveries,
  listProjectDeliveries,
  type ListedDelivery,
  type ProjectDeliveryFilter,
} from '@throughline/db/deliveries/list-project-deliveries'
import { CSV_PAGE, csvAnswer, eachPage } from '../../http/csv.js'
import { readTotal, readUuidCursor, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { presentDelivery } from './present-delivery.js'

type ListCall = Call<object, ListProjectDeliveriesQuery>

/** Lists the deliveries of all webhooks of the project. */
export async function listDeliveries(call: ListCall): Promise<Answer> {
  const { db, query } = call
  const filter = filterOf(call)
  const beforeId = readUuidCursor(query.cursor)
  if (query.format === 'csv') {
    const columns = Object.keys(schema.shape) as (keyof ListedDeliveryWire)[]
    return csvAnswer('deliveries', columns, pages(call, filter, beforeId))
  }
  const rows = await listProjectDeliveries(db, filter, { beforeId, limit: query.limit + 1 })
  const total = await readTotal(query, rows, (limit) => countProjectDeliveries(db, filter, limit))
  return { status: 200, body: { ...toPage(rows, query.limit, presentListed), ...total } }
}

async function* pages(
  { db }: ListCall,
  filter: ProjectDeliveryFilter,
  start: string | null,
): AsyncGenerator<ListedDeliveryWire[]> {
  const read = async (beforeId: string | null) => {
    const rows = await listProjectDeliveries(db, filter, { beforeId, limit: CSV_PAGE })
    return { rows, next: rows.length < CSV_PAGE ? null : (rows.at(-1)?.id ?? null) }
  }
  for await (const rows of eachPage(read, start)) yield rows.map(presentListed)
}

function filterOf({ project, query }: ListCall): ProjectDeliveryFilter {
  return {
    projectId: project.id,
    states: query.state ?? null,
    webhookId: query.webhook_id ?? null,
    event: query.event ?? null,
    statusCode: query.status_code ?? null,
    errorClass: query.error_class ?? null,
    code: query.link ?? null,
    campaignId: query.campaign ?? null,
    installId: query.install_id ?? null,
    isTest: query.test ?? null,
    from: query.from ?? null,
    to: query.to ?? null,
  }
}

function presentListed(row: ListedDelivery): ListedDeliveryWire {
  return {
    ...presentDelivery(row),
    last_status_code: row.lastStatusCode,
    // The worker writes only values of the same list.
    last_error_class: row.lastErrorClass as ListedDeliveryWire['last_error_class'],
    last_error: row.lastError,
  }
}
