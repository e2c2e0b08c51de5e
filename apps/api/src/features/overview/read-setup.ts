import type { SetupBody } from '@throughline/contracts/setup'
import { effectiveFile, type AssociationKind } from '@throughline/core/association/effective-file'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import { findAssociation } from '@throughline/db/projects/association'
import { readSetup as readState } from '@throughline/db/projects/setup'
import type { Answer, Call } from '../../http/route.js'
import { notFound } from '../../http/path-params.js'

type Last = NonNullable<SetupBody['install']['last']>

/** Reads which setup steps are done from the records of the project. */
export async function readSetup({ ctx, db, project }: Call<object>): Promise<Answer> {
  const state = await readState(db, project.id)
  const { link, hasClick, install, webhooks, delivery, domains } = state
  const association = await findAssociation(db, project.id)
  if (association === null) throw notFound()
  const serves = (kind: AssociationKind) => effectiveFile(kind, association).text !== null
  const active = webhooks.filter(({ isActive }) => isActive)
  const verified = active.filter(({ verifiedAt }) => verifiedAt !== null).length
  const proved = domains.filter(({ provedAt }) => provedAt !== null).length
  const body: SetupBody = {
    link: { done: link !== null, code: link?.code ?? null },
    click: { done: hasClick },
    install: { done: install !== null, last: install === null ? null : presentLast(install) },
    webhook: {
      done: webhooks.length > 0,
      count: webhooks.length,
      active: active.length,
    },
    delivery: {
      done: delivery !== null,
      at: delivery?.completedAt == null ? null : formatTimestamp(delivery.completedAt),
    },
    verification: { done: verified > 0, verified },
    association: { android: serves('asset-links'), ios: serves('app-site-association') },
    sample: { receiver_url: ctx.sampleInbox.url, app_url: ctx.config.sample.appUrl ?? null },
    domains: { proved, pending: domains.length - proved },
  }
  return { status: 200, body }
}

type Install = NonNullable<Awaited<ReturnType<typeof readState>>['install']>

function presentLast(install: Install): Last {
  return {
    install_id: install.installId,
    at: formatTimestamp(install.decidedAt),
    // The values were validated when they were written.
    platform: install.platform as Last['platform'],
    sdk_version: install.sdkVersion,
    matched: install.isMatched,
    match_type: install.matchType as Last['match_type'],
    reason: install.reason as Last['reason'],
    test: install.isTest,
  }
}
