import type { ErasureBody } from '@throughline/contracts/erasures'
import { writeAudit } from '@throughline/db/projects/audit'
import { inTransaction, type Db } from '@throughline/db/connection/database'
import { continueErasure } from '@throughline/db/erasure/continue-erasure'
import { findErasure, insertLinkErasure } from '@throughline/db/erasure/erasures'
import { eraseInstall } from '@throughline/db/erasure/erase-install'
import { findLinkByCode } from '@throughline/db/links/links'
import { auditActor } from '../../http/access.js'
import { notFound } from '../../http/path-params.js'
import type { Answer, Call } from '../../http/route.js'
import { presentErasure } from './read-erasure.js'

type ErasureCall = Call<object, unknown, ErasureBody>

/** Parts of a link's erasure that one request can run within its timeout; the worker runs the rest. */
const PARTS_AT_ONCE = 5

export async function createErasure(call: ErasureCall): Promise<Answer> {
  const { install_id: installId, code } = call.body
  const id =
    installId === undefined
      ? await eraseVisitorsOf(call, code ?? '')
      : await eraseOneInstall(call, installId)
  const erasure = await findErasure(call.db, { projectId: call.project.id, id })
  if (erasure === null) throw notFound()
  return {
    status: erasure.erasedAt === null ? 202 : 200,
    headers: { Location: `/api/erasures/${id}` },
    body: presentErasure(erasure),
  }
}

/** An already erased install returns its first receipt. */
function eraseOneInstall(call: ErasureCall, installId: string): Promise<string> {
  const { ctx, project } = call
  return inTransaction(ctx.database, async (db) => {
    const erased = await eraseInstall(db, { projectId: project.id, installId })
    if (erased === null) throw notFound()
    if (erased.isNew) await audit(db, call, erased.erasureId)
    return erased.erasureId
  })
}

async function eraseVisitorsOf(call: ErasureCall, code: string): Promise<string> {
  const { ctx, project } = call
  const id = await inTransaction(ctx.database, async (db) => {
    const link = await findLinkByCode(db, project.id, code)
    if (link === null) throw notFound()
    const erasureId = await insertLinkErasure(db, { projectId: project.id, linkId: link.id })
    await audit(db, call, erasureId)
    return erasureId
  })
  for (let part = 0; part < PARTS_AT_ONCE; part += 1) {
    if (!(await continueErasure(ctx.database, { id }))) break
  }
  return id
}

/** The entry does not identify the person, because the audit log is kept. */
function audit(db: Db, { project, actor }: ErasureCall, erasureId: string): Promise<void> {
  return writeAudit(db, {
    projectId: project.id,
    ...auditActor(actor),
    action: 'erasure.create',
    target: `erasure:${erasureId}`,
  })
}
