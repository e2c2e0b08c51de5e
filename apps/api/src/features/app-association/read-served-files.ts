import {
  MAX_SERVED_CHARACTERS,
  type ServedFilesQuery,
  type ServedFilesWire,
} from '@throughline/contracts/association'
import { describeDifferences } from '@throughline/core/association/describe-differences'
import {
  effectiveFile,
  FILE_PATHS,
  type AssociationKind,
} from '@throughline/core/association/effective-file'
import { servedProblem, type ServedAnswer } from '@throughline/core/association/served-file'
import { fieldError } from '@throughline/core/lib/errors'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import { listProvedDomains } from '@throughline/db/projects/projects'
import { hostNameOf, linkHostOf, linkUrl, withLinkPort } from '../../domain/links/hosts.js'
import type { Answer, Call } from '../../http/route.js'
import { requireAssociation } from './read-association.js'

const KINDS: readonly AssociationKind[] = ['asset-links', 'app-site-association']

/** Requests both association files from a host of the project, and compares them with the stored ones. */
export async function readServedFiles(call: Call<object, ServedFilesQuery>): Promise<Answer> {
  const { config, hostFiles } = call.ctx
  const host = await requireLinkHost(call)
  const association = await requireAssociation(call)
  const urlOf = (kind: AssociationKind) =>
    linkUrl(config, withLinkPort(config, host), FILE_PATHS[kind].slice(1))
  const checkedAt = new Date()
  const answers = await hostFiles.fetch(KINDS.map(urlOf))
  const body: ServedFilesWire = {
    host,
    checked_at: formatTimestamp(checkedAt),
    files: KINDS.map((kind, index) => {
      const stored = effectiveFile(kind, association).text
      const answer = answers[index] ?? { failure: 'it was not requested' }
      return { kind, url: urlOf(kind), ...compare(kind, answer, stored) }
    }),
  }
  return { status: 200, body }
}

/** Other hosts are rejected alike, whether they exist or not. */
async function requireLinkHost({
  ctx,
  db,
  project,
  query,
}: Call<object, ServedFilesQuery>): Promise<string> {
  const host = hostNameOf(query.host)
  const isOwn = host === hostNameOf(linkHostOf(ctx.config, project.prefix))
  if (isOwn || (await listProvedDomains(db, project.id)).includes(host)) return host
  throw fieldError('host', 'must be the link host of the project or one of its proved domains')
}

function compare(
  kind: AssociationKind,
  answer: ServedAnswer,
  stored: string | null,
): Omit<ServedFilesWire['files'][number], 'kind' | 'url'> {
  const problem = servedProblem(answer, stored)
  const served = 'status' in answer && answer.status === 200 ? answer.text : null
  return {
    ok: problem === null,
    problem,
    status: 'status' in answer ? answer.status : null,
    file: served?.slice(0, MAX_SERVED_CHARACTERS) ?? null,
    differences:
      served === null || stored === null ? [] : describeDifferences(kind, { served, stored }),
  }
}
