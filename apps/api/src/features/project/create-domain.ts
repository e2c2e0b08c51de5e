import type { CreateDomainBody } from '@throughline/contracts/domains'
import { domainError, fieldError } from '@throughline/core/errors'
import { inTransaction, type Db } from '@throughline/db/client'
import {
  countDomains,
  findDomain,
  isProvedElsewhere,
  isProvedMeanwhile,
  saveDomain,
  type DomainCheck,
  type DomainKey,
} from '@throughline/db/domains'
import { notifyProjectChange } from '@throughline/db/link-changes'
import { lockProject } from '@throughline/db/projects'
import { checkDomain } from '../../domains/check-domain.js'
import { readDomainHost } from '../../domains/domain-host.js'
import { hostNameOf, linkHostOf } from '../../http/hosts.js'
import type { Answer, Call } from '../../http/route.js'
import { auditDomain } from './domain-call.js'
import { presentDomain } from './present-domain.js'

const MAX_DOMAINS = 100

type CreateCall = Call<object, unknown, CreateDomainBody>

/**
 * Keeps a custom domain and looks at its DNS at once; a host that is kept already is looked at again (contract §5).
 * The look takes up to 3 s, so that no transaction is open meanwhile.
 */
export async function createDomain(call: CreateCall): Promise<Answer> {
  const { ctx, db, project } = call
  const read = readDomainHost(call.body.host, ctx.config)
  if (!read.ok) throw fieldError('host', read.reason)
  const key = { projectId: project.id, host: read.host }
  await refuseTaken(db, key)
  const linkHost = hostNameOf(linkHostOf(ctx.config, project.prefix))
  const check = await checkDomain(ctx.domainResolver, { ...key, linkHost })
  try {
    return await inTransaction(ctx.database, (transaction) =>
      keep(call, transaction, { key, check }),
    )
  } catch (error) {
    throw isProvedMeanwhile(error) ? taken() : error
  }
}

async function keep(
  call: CreateCall,
  db: Db,
  found: { key: DomainKey; check: DomainCheck },
): Promise<Answer> {
  const { key, check } = found
  await lockProject(db, key.projectId)
  await refuseTaken(db, key)
  const before = await findDomain(db, key)
  if (before === null && (await countDomains(db, key.projectId)) >= MAX_DOMAINS)
    throw limitReached()
  const domain = await saveDomain(db, key, check)
  await auditDomain(call, db, {
    action: before === null ? 'create' : 'check',
    host: key.host,
    details: { is_proved: domain.provedAt !== null },
  })
  await notifyProjectChange(db, key.projectId)
  return {
    status: before === null ? 201 : 200,
    headers: { Location: `/api/project/domains/${key.host}` },
    body: presentDomain(domain),
  }
}

async function refuseTaken(db: Db, key: DomainKey): Promise<void> {
  if (await isProvedElsewhere(db, key)) throw taken()
}

/** Not by whom: that is nobody else's business. */
function taken() {
  return domainError(
    'conflict',
    'Another project has proved this host. It has to be removed there first.',
  )
}

function limitReached() {
  return domainError(
    'conflict',
    `A project has at most ${MAX_DOMAINS} domains. Delete one that is no longer needed.`,
  )
}
