// Raw SQL: rows by ids that come with their project, and partitions are found by the id.
import type { Db } from '../connection/database.js'

export interface StreamKey {
  projectId: string
  id: string
}

export interface StreamClick extends StreamKey {
  createdAt: Date
  code: string
  linkName: string | null
  campaignId: number | null
  campaignName: string | null
  source: string
  platform: string
  country: string | null
}

export interface StreamInstall extends StreamKey {
  decidedAt: Date
  isMatched: boolean
  matchType: string | null
  reason: string | null
  platform: string
  country: string | null
  code: string | null
  isTest: boolean
}

export interface StreamAttempt extends StreamKey {
  startedAt: Date
  webhookId: number
  webhookName: string | null
  event: string
  state: string
  number: number
  statusCode: number | null
  errorClass: string | null
  durationMs: number
  isTest: boolean
  replayId: number | null
}

export function readStreamClicks(db: Db, keys: readonly StreamKey[]): Promise<StreamClick[]> {
  const { ids, projectIds } = columnsOf(keys)
  return db.$queryRaw<StreamClick[]>`
    SELECT k.project_id AS "projectId", c.id, c.created_at AS "createdAt", l.code, l.name AS "linkName",
           c.campaign_id AS "campaignId", a.name AS "campaignName", c.source, c.platform, c.country
      FROM unnest(${ids}::uuid[], ${projectIds}::uuid[]) AS k(id, project_id)
     CROSS JOIN LATERAL (SELECT * FROM clicks WHERE id = k.id AND project_id = k.project_id LIMIT 1) AS c
     CROSS JOIN LATERAL (SELECT code, name FROM links WHERE links.id = c.link_id LIMIT 1) AS l
      LEFT JOIN LATERAL (SELECT name FROM campaigns WHERE campaigns.id = c.campaign_id LIMIT 1) AS a ON true`
}

export function readStreamInstalls(db: Db, keys: readonly StreamKey[]): Promise<StreamInstall[]> {
  const { ids, projectIds } = columnsOf(keys)
  return db.$queryRaw<StreamInstall[]>`
    SELECT k.project_id AS "projectId", i.install_id AS id, i.decided_at AS "decidedAt", i.is_matched AS "isMatched",
           i.match_type AS "matchType", i.reason, i.platform, i.country, i.is_test AS "isTest",
           (SELECT code FROM links l WHERE l.id = i.link_id AND l.project_id = i.project_id) AS code
      FROM unnest(${ids}::uuid[], ${projectIds}::uuid[]) AS k(id, project_id)
      JOIN installs i ON i.project_id = k.project_id AND i.install_id = k.id
     WHERE i.erasure_id IS NULL`
}

export function readStreamAttempts(db: Db, keys: readonly StreamKey[]): Promise<StreamAttempt[]> {
  const { ids, projectIds } = columnsOf(keys)
  return db.$queryRaw<StreamAttempt[]>`
    SELECT d.project_id AS "projectId", d.id, a.started_at AS "startedAt", d.webhook_id AS "webhookId",
           h.name AS "webhookName", d.event, d.state, a.number, a.status_code AS "statusCode",
           a.error_class AS "errorClass", a.duration_ms AS "durationMs", d.is_test AS "isTest",
           d.replay_id AS "replayId"
      FROM unnest(${ids}::uuid[], ${projectIds}::uuid[]) AS k(id, project_id)
     CROSS JOIN LATERAL (SELECT * FROM deliveries WHERE id = k.id AND project_id = k.project_id LIMIT 1) AS d
     CROSS JOIN LATERAL (
       SELECT * FROM delivery_attempts a
        WHERE a.delivery_id = d.id AND a.project_id = d.project_id
          AND a.id >= uuid7_floor(d.created_at - interval '1 hour')
        ORDER BY a.number DESC, a.id DESC LIMIT 1) AS a
      LEFT JOIN LATERAL (SELECT name FROM webhooks WHERE webhooks.id = d.webhook_id LIMIT 1) AS h ON true`
}

function columnsOf(keys: readonly StreamKey[]): { ids: string[]; projectIds: string[] } {
  return { ids: keys.map(({ id }) => id), projectIds: keys.map(({ projectId }) => projectId) }
}
