import type { AssociationKind } from '@throughline/core/association/effective-file'
import { domainError } from '@throughline/core/lib/errors'
import { NO_SNIFF } from '../http/security-headers.js'
import { emptyAnswer, type LinkHostAnswer } from './response.js'
import type { LinkHost, LinkHostCall } from './link-host.js'

/** Short, so that a corrected file is soon visible. The caches of Apple and Google keep it longer. */
const FIVE_MINUTES = 'public, max-age=300'

export function serveAssetLinks(host: LinkHost, call: LinkHostCall): Promise<LinkHostAnswer> {
  return serve('asset-links', host, call)
}

export function serveAppSiteAssociation(
  host: LinkHost,
  call: LinkHostCall,
): Promise<LinkHostAnswer> {
  return serve('app-site-association', host, call)
}

async function serve(
  kind: AssociationKind,
  { lookups }: LinkHost,
  { project, request }: LinkHostCall,
): Promise<LinkHostAnswer> {
  const { text, tag } = await lookups.file(project.id, kind)
  if (text === null) throw domainError('not_found', 'No app is associated with this host.')
  const headers = { ETag: tag, 'Cache-Control': FIVE_MINUTES }
  if (isKnown(request.headers['if-none-match'], tag)) return emptyAnswer(304, headers)
  const type = { 'Content-Type': 'application/json', ...NO_SNIFF }
  return { status: 200, headers: { ...headers, ...type }, body: text }
}

/** Whether If-None-Match contains the tag, by weak comparison (RFC 9110, section 13.1.2). */
function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}
