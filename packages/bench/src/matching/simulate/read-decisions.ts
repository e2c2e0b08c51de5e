import type pg from 'pg'
import type { SimulatedInstall } from './simulate-install.js'

export interface StoredDecision {
  installId: string
  isMatched: boolean
  matchType: string | null
  confidence: number
  reason: string | null
  clickId: string | null
  consumedClickIds: string[]
  attributions: number
  events: number
  /** The scored click with the highest probability, matched or not; null if none was scored. */
  best: BestCandidate | null
}

export interface BestCandidate {
  clickId: string
  posterior: number
}

export async function readDecisions(pool: pg.Pool): Promise<Map<string, StoredDecision>> {
  const { rows } = await pool.query<StoredDecision>(
    `SELECT i.install_id AS "installId", i.is_matched AS "isMatched", i.match_type AS "matchType", i.confidence, i.reason,
            i.click_id AS "clickId",
            ARRAY(SELECT c.id::text FROM clicks c WHERE c.consumed_by = i.install_id AND c.project_id = i.project_id)
              AS "consumedClickIds",
            (SELECT jsonb_build_object('clickId', k ->> 'clickId', 'posterior', (k ->> 'score')::float8)
               FROM jsonb_array_elements(i.trace #> '{match,candidates}') k
              WHERE i.trace #>> '{match,step}' = 'signals' AND k ->> 'score' IS NOT NULL
              ORDER BY (k ->> 'score')::float8 DESC LIMIT 1) AS best,
            count(DISTINCT a.id)::int AS attributions, count(DISTINCT e.id)::int AS events
       FROM installs i
       LEFT JOIN attributions a ON a.project_id = i.project_id AND a.install_id = i.install_id
       LEFT JOIN events e ON e.project_id = i.project_id AND e.attribution_id = a.id
      GROUP BY i.project_id, i.install_id`,
  )
  return new Map(rows.map((row) => [row.installId, row]))
}

/**
 * The stored decision of an install. Without consent nothing is stored under its id, so its response is used.
 */
export function decisionOf(
  { install, answers: [answer] }: Pick<SimulatedInstall, 'install' | 'answers'>,
  decisions: ReadonlyMap<string, StoredDecision>,
): StoredDecision {
  const decision = decisions.get(install.id)
  if (decision !== undefined) return decision
  if (answer?.reason !== 'consent_refused')
    throw new Error(`the install ${install.id} was not decided`)
  return {
    installId: install.id,
    isMatched: false,
    matchType: null,
    confidence: 0,
    reason: answer.reason,
    clickId: null,
    consumedClickIds: [],
    attributions: 0,
    events: 0,
    best: null,
  }
}
