import type { Database } from '../connection/database.js'
import { bytesArray, plainArray } from '../batch/array-literal.js'
import { batchRead } from '../batch/batch-read.js'

export interface InstallKey {
  projectId: string
  installId: string
}

/** An install, and the keyed hash under which a refused consent is stored. */
export interface KnownInstallKey extends InstallKey {
  installHash: Uint8Array
}

/** What was decided for an install, and the parts of its answer that are kept as they were. */
export interface StoredInstall {
  isMatched: boolean
  matchType: string | null
  confidence: number
  reason: string | null
  fingerprintHash: Uint8Array | null
  /** The link as it was presented, JSON text. */
  link: string | null
  /** The attribution's frozen payload, JSON text. */
  payload: string | null
}

/** An install as it is known, and when that was. */
export interface KnownInstall {
  /** The database's clock. */
  now: Date
  install: StoredInstall | null
  /** `consent_missing` or `consent_refused`, where that is all that is known of it; else null. */
  refusal: string | null
}

/** What is known of each install by its id, and the database's time. */
export async function readInstalls(
  database: Pick<Database, 'pool'>,
  keys: KnownInstallKey[],
): Promise<KnownInstall[]> {
  const values = [
    plainArray(keys.map(({ projectId }) => projectId)),
    plainArray(keys.map(({ installId }) => installId)),
    bytesArray(keys.map(({ installHash }) => installHash)),
  ]
  const statement = { name: 'read-installs', text: READ, values }
  const found = await batchRead<Row>(database, statement, keys.length)
  return found.map(([row]) => {
    if (row === undefined) throw new Error('A query of one row for each answered none')
    const { now, isKnown, refusal, isMatched, matchType, confidence, reason, ...texts } = row
    const { fingerprintHash, link, payload } = texts
    const install = { isMatched, matchType, confidence, reason, fingerprintHash, link, payload }
    return { now, refusal, install: isKnown === null ? null : install }
  })
}

type Row = StoredInstall & { now: Date; isKnown: true | null; refusal: string | null }

const READ = `
SELECT w.n, clock_timestamp() AS now, i.*, a.payload, r.reason AS refusal
  FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) WITH ORDINALITY AS w(project_id, install_id, install_hash, n)
  LEFT JOIN LATERAL (
    SELECT true AS "isKnown", is_matched AS "isMatched", match_type AS "matchType", confidence, reason,
           fingerprint_hash AS "fingerprintHash", trace ->> 'link' AS link, attribution_id
      FROM installs
     WHERE installs.project_id = w.project_id AND installs.install_id BETWEEN w.install_id AND w.install_id
     ORDER BY installs.install_id LIMIT 1) i ON true
  LEFT JOIN LATERAL (
    SELECT payload FROM attributions WHERE attributions.id = i.attribution_id LIMIT 1) a ON true
  LEFT JOIN LATERAL (
    SELECT reason FROM install_refusals f
     WHERE f.project_id = w.project_id AND f.install_hash BETWEEN w.install_hash AND w.install_hash
     ORDER BY f.install_hash LIMIT 1) r ON true`
