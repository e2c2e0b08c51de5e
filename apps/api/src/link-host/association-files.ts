import { createHash } from 'node:crypto'
import { effectiveFile, type AssociationKind } from '@throughline/core/association/effective-file'
import { domainError } from '@throughline/core/errors'
import { emptyAnswer, type LinkHostAnswer } from './answer.js'
import type { LinkHost, LinkHostCall } from './link-host.js'

/** Short enough that a mended file is soon seen; Apple's and Google's own caches keep it longer whatever it says. */
const FIVE_MINUTES = 'public, max-age=300'

/** Android's file (contract §6). */
export function serveAssetLinks(_host: LinkHost, call: LinkHostCall): LinkHostAnswer {
  return serve('asset-links', call)
}

/** Apple's file (contract §6). */
export function serveAppSiteAssociation(_host: LinkHost, call: LinkHostCall): LinkHostAnswer {
  return serve('app-site-association', call)
}

/** From the project that the host's look-up holds, so that it costs no query. */
function serve(kind: AssociationKind, { project, request }: LinkHostCall): LinkHostAnswer {
  const { text } = effectiveFile(kind, project)
  if (text === null) throw domainError('not_found', 'No app is associated with this host.')
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  const headers = { ETag: tag, 'Cache-Control': FIVE_MINUTES }
  if (isKnown(request.headers['if-none-match'], tag)) return emptyAnswer(304, headers)
  return { status: 200, headers: { ...headers, 'Content-Type': 'application/json' }, body: text }
}

/** Whether If-None-Match names the tag, by the weak comparison (RFC 9110, section 13.1.2). */
function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}
