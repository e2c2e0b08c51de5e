// Raw SQL: Prisma has no SKIP LOCKED, and its dates have no microseconds.
import { inTransaction, type Database, type Db } from '../connection/database.js'
import { eraseAnswers } from './erase-deliveries.js'
import { eraseInstalls } from './erase-installs.js'
import { eraseLinkClicks } from './erase-link-clicks.js'
import { addToErasure, finishErasure } from './erasures.js'

const INSTALLS_AT_ONCE = 100
/** Clicks read per part, of all links: a fraction of a second's work. */
const CLICKS_AT_ONCE = 10_000
/** Longer than a lease, which lasts 62 s at most: after this time no attempt in flight can still be recorded. */
const ANSWERED_AFTER_SECONDS = 120

export interface ErasurePart {
  /** The erasure to continue. Default: the oldest unfinished one. */
  id?: string
  installsAtOnce?: number
  clicksAtOnce?: number
}

interface OpenErasure {
  id: string
  projectId: string
  linkId: number | null
  afterId: string
  untilId: string
  inFlight: string[]
  isErased: boolean
}

/** Erases the next part: installs, then clicks, then response bodies. False when there is nothing to do. */
export function continueErasure(
  database: Pick<Database, 'prisma'>,
  part: ErasurePart = {},
): Promise<boolean> {
  return inTransaction(database, async (db) => {
    const [erasure] = await db.$queryRaw<OpenErasure[]>`
      SELECT id, project_id AS "projectId", link_id AS "linkId", after_id AS "afterId", until_id AS "untilId",
             in_flight AS "inFlight", erased_at IS NOT NULL AS "isErased"
        FROM erasures
       WHERE (erased_at IS NULL OR in_flight <> '{}')
         AND (erased_at IS NULL OR erased_at < now() - make_interval(secs => ${ANSWERED_AFTER_SECONDS}::integer))
         AND id = coalesce(${part.id ?? null}::uuid, id)
       ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`
    if (erasure === undefined) return false
    if (erasure.isErased) await eraseLastAnswers(db, erasure)
    else await eraseNext(db, erasure, part)
    return true
  })
}

async function eraseLastAnswers(db: Db, { id, inFlight }: OpenErasure): Promise<void> {
  await eraseAnswers(db, inFlight)
  await db.erasure.update({ where: { id }, data: { inFlight: [] } })
}

/** Installs and clicks in separate transactions: a decision locks its click first, then its install. */
async function eraseNext(db: Db, erasure: OpenErasure, part: ErasurePart): Promise<void> {
  const { id, projectId, linkId } = erasure
  // An erasure of one install is complete when it commits.
  if (linkId === null) return finishErasure(db, id)
  const installIds = await listInstalls(db, { ...erasure, linkId }, part.installsAtOnce)
  if (installIds.length > 0) {
    const done = await eraseInstalls(db, { projectId, installIds, erasureId: id })
    return addToErasure(db, id, done)
  }
  return eraseNextClicks(db, { ...erasure, linkId }, part.clicksAtOnce)
}

type LinkErasure = OpenErasure & { linkId: number }

/** The installs that were decided before the erasure was requested; an erased one has no link any more. */
async function listInstalls(
  db: Db,
  { id, projectId, linkId }: LinkErasure,
  installsAtOnce = INSTALLS_AT_ONCE,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ installId: string }[]>`
    SELECT install_id AS "installId" FROM installs
     WHERE project_id = ${projectId}::uuid AND link_id = ${linkId}
       AND decided_at <= (SELECT created_at FROM erasures WHERE id = ${id}::uuid)
     LIMIT ${installsAtOnce}::integer`
  return rows.map(({ installId }) => installId)
}

async function eraseNextClicks(
  db: Db,
  { id, projectId, linkId, afterId, untilId }: LinkErasure,
  rowsAtOnce = CLICKS_AT_ONCE,
): Promise<void> {
  const range = { projectId, linkId, afterId, untilId, rowsAtOnce }
  const { looked, lastId, ...counts } = await eraseLinkClicks(db, range)
  await addToErasure(db, id, { counts })
  if (looked < rowsAtOnce) await finishErasure(db, id)
  else await db.erasure.update({ where: { id }, data: { afterId: lastId } })
}
