// Raw SQL: Prisma cannot bound ids of a partitioned table by time.
import type { Db } from '../connection/database.js'

export interface DeletedAttribution {
  id: string
  /** From the clock of the API process, which also created the event's id. */
  madeAt: Date
  /** From the database's clock, in the transaction that wrote the deliveries. */
  attributedAt: Date
}

export interface ErasedEvent {
  id: string
  attributedAt: Date
}

/** Maximum distance between the ids of an attribution and its event, which one process creates in sequence. */
const IDS_APART_SECONDS = 5

/** Blanks payload and ids of the events of attributions. Reads only events whose ids are of that time. */
export function eraseEvents(
  db: Db,
  projectId: string,
  attributions: DeletedAttribution[],
): Promise<ErasedEvent[]> {
  return db.$queryRaw<ErasedEvent[]>`
    WITH attribution AS MATERIALIZED (
      SELECT * FROM unnest(${attributions.map(({ id }) => id)}::uuid[],
                           ${attributions.map(({ madeAt }) => madeAt.toISOString())}::text[]::timestamptz[],
                           ${attributions.map(({ attributedAt }) => attributedAt.toISOString())}::text[]::timestamptz[])
        AS a(id, made_at, attributed_at)
    ), event AS MATERIALIZED (
      SELECT e.id, e.project_id, a.attributed_at
        FROM attribution a
       CROSS JOIN LATERAL (
         SELECT e.id, e.project_id FROM events e
          WHERE e.id >= uuid7_floor(a.made_at - make_interval(secs => ${IDS_APART_SECONDS}::integer))
            AND e.id < uuid7_floor(a.made_at + make_interval(secs => ${IDS_APART_SECONDS}::integer))
            AND e.attribution_id = a.id AND e.project_id = ${projectId}::uuid) e
    )
    UPDATE events e SET payload = '', attribution_id = NULL, install_id = NULL, traceparent = NULL
      FROM event WHERE e.id = event.id AND e.project_id = event.project_id
    RETURNING e.id, event.attributed_at AS "attributedAt"`
}
