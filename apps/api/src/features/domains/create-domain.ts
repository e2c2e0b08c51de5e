import type { CreateDomainBody } from '@throughline/contracts/domains'
import { domainError, fieldError } from '@throughline/core/lib/errors'
import { writeAudit } from '@throughline/db/projects/audit'
import { inTransaction, type Db } from '@throughline/db/connection/database'
import {
  countDomains,
  countUnprovedDomains,
  findDomain,
  findProvedElsewhere,
  isProvedMeanwhile,
  saveDomain,
  withdrawProof,
  type DomainKey,
  type DomainRecord,
  type DomainCheck,
} from '@throughline/db/projects/domains'
import { notifyProjectChange } from '@throughline/db/links/link-changes'
import { lockProject } from '@throughline/db/projects/projects'
import { hostNameOf, linkHostOf } from '../../domain/links/hosts.js'
import type { Answer, Call } from '../../http/route.js'
import { auditDomain } from './domain-call.js'
import { presentDomain } from './read-domains.js'
import {
  addressAdvice,
  proofOf,
  proofProblem,
  type ClaimedDomain,
} from '@throughline/core/net/domain-proof'
import { lookupDomain, type DomainResolver } from '@throughline/runtime/domain-dns'
import { toDomainHost } from '@throughline/core/net/domain-host'

const MAX_DOMAINS = 100
/** Limits unproved domains, because each one makes the service look up a name that the caller chose. */
const MAX_UNPROVED = 20

type CreateCall = Call<object, unknown, CreateDomainBody>

/**
 * Adds a custom domain or checks it again, without a transaction during the check of up to 3 s. A host moves to this
 * project if DNS proves it for this project and no longer for its holder.
 */
export async function createDomain(call: CreateCall): Promise<Answer> {
  const { ctx, db, project } = call
  const read = readDomainHost(call.body.host, ctx.config)
  if (!read.ok) throw fieldError('host', read.reason)
  const key = { projectId: project.id, host: read.host }
  // Read before the check, so that the check of the holder's record is newer than the holder's proof.
  const holder = await findProvedElsewhere(db, key)
  const linkHost = hostNameOf(linkHostOf(ctx.config, project.prefix))
  const check = await checkDomain(ctx.domainResolver, { ...key, linkHost })
  try {
    return await inTransaction(ctx.database, async (transaction) => {
      await lockProjects(transaction, [
        key.projectId,
        ...(holder === null ? [] : [holder.projectId]),
      ])
      await takeOver(transaction, { key, check, holder })
      return keep(call, transaction, { key, check })
    })
  } catch (error) {
    throw isProvedMeanwhile(error) ? taken() : error
  }
}

/** Locks in a fixed order, so that two transfers do not deadlock. */
async function lockProjects(db: Db, ids: string[]): Promise<void> {
  for (const id of ids.sort()) await lockProject(db, id)
}

interface Found {
  key: DomainKey
  check: HostCheck
}

/** Takes the host from the project that proved it, if DNS no longer has that project's record. */
async function takeOver(
  db: Db,
  { key, check, holder }: Found & { holder: DomainRecord | null },
): Promise<void> {
  const held = await findProvedElsewhere(db, key)
  if (held === null) return
  if (held.id !== holder?.id || !check.isProved || check.isProvedFor(held.projectId)) throw taken()
  await withdrawProof(db, held, 'The host’s TXT record now names another project.')
  await writeAudit(db, {
    projectId: held.projectId,
    actor: 'system',
    action: 'domain.lose',
    target: `domain:${key.host}`,
  })
  await notifyProjectChange(db, held.projectId)
}

async function keep(call: CreateCall, db: Db, { key, check }: Found): Promise<Answer> {
  const before = await findDomain(db, key)
  if (before === null) await rejectTooMany(db, { key, check })
  const domain = await saveDomain(db, key, check)
  await auditDomain(call, db, {
    action: before === null ? 'create' : 'check',
    host: key.host,
    details: { is_proved: domain.provedAt !== null },
  })
  // Until a host is proved, no link host serves it, and it is checked repeatedly.
  if (domain.provedAt !== null && before?.provedAt == null)
    await notifyProjectChange(db, key.projectId)
  return {
    status: before === null ? 201 : 200,
    headers: { Location: `/api/project/domains/${key.host}` },
    body: presentDomain(domain),
  }
}

async function rejectTooMany(db: Db, { key, check }: Found): Promise<void> {
  if ((await countDomains(db, key.projectId)) >= MAX_DOMAINS) throw limitReached()
  if (check.isProved || (await countUnprovedDomains(db, key.projectId)) < MAX_UNPROVED) return
  throw domainError(
    'domain_claim_limit_reached',
    `A project has at most ${MAX_UNPROVED} unproved domains. Prove or delete one first.`,
  )
}

/** The error does not name the other project. */
function taken() {
  return domainError(
    'conflict',
    'Another project has proved this host. Remove it there, or remove that project’s TXT record from the DNS, and retry.',
  )
}

function limitReached() {
  return domainError('conflict', `A project has at most ${MAX_DOMAINS} domains. Delete one first.`)
}

interface HostCheck extends DomainCheck {
  /** Whether the same DNS records prove the host for that project. */
  isProvedFor(projectId: string): boolean
}

/** Checks the TXT record and, as advice, whether the host leads here. Never rejects; takes at most 3 s. */
async function checkDomain(resolver: DomainResolver, domain: ClaimedDomain): Promise<HostCheck> {
  const { host, linkHost } = domain
  const seen = await lookupDomain(resolver, { proof: proofOf(domain).name, host, linkHost })
  const problem = proofProblem(domain, seen)
  return {
    isProved: problem === null,
    problem: problem ?? addressAdvice(domain, seen),
    isProvedFor: (projectId) => proofProblem({ ...domain, projectId }, seen) === null,
  }
}

type DomainHost = { ok: true; host: string } | { ok: false; reason: string }

/** Reads a custom domain's host: a plain name that does not belong to the service. */
export function readDomainHost(
  text: string,
  config: { publicUrl: string; linkBaseHost: string },
): DomainHost {
  const host = toDomainHost(text)
  if (host === null) {
    return {
      ok: false,
      reason: 'must be only a host name such as go.example.com',
    }
  }
  const own = [new URL(config.publicUrl).host, config.linkBaseHost].map(hostNameOf)
  if (own.some((one) => host === one || host.endsWith(`.${one}`))) {
    return { ok: false, reason: 'must be your own host; this one belongs to the service' }
  }
  return { ok: true, host }
}
