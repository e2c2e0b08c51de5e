import { randomBytes } from 'node:crypto'
import type { PreviewPageQuery } from '@throughline/contracts/link-preview'
import { domainError } from '@throughline/core/lib/errors'
import { inAppBrowserOf } from '../../domain/devices/in-app-browser.js'
import { linkHostOf, linkUrl } from '../../domain/links/hosts.js'
import { decideAnswer } from '../../domain/links/decide-response.js'
import { pageContentOf } from '../../domain/links/page-content.js'
import { pageOwnerOf } from '../../domain/links/page-owner.js'
import { pageLanguageOf } from '../../domain/links/page/page-language.js'
import { renderPage } from '../../domain/links/page/render-page.js'
import type { Answer, Call } from '../../http/route.js'
import { previewPageHeaders } from '../../http/security-headers.js'
import { previewAgent, previewVisitor, readPreviewedLink } from './previewed-link.js'

/** The landing page as a visitor would see it, for a frame of the panel. Counts nothing and leads nowhere. */
export async function previewPage(call: Call<object, PreviewPageQuery>): Promise<Answer> {
  const { ctx, headers, project, query } = call
  const link = await readPreviewedLink(call, query)
  const visitor = previewVisitor(query)
  const decision = decideAnswer(link, visitor)
  if (decision.kind !== 'page')
    throw domainError('not_found', 'This visitor gets no page. POST /api/links/preview says why.')
  const nonce = randomBytes(16).toString('base64')
  const shortUrl = linkUrl(ctx.config, linkHostOf(ctx.config, project.prefix), link.code)
  const { body, hasPicture } = renderPage(visitor.device, {
    ...{ nonce, shortUrl, isInert: true, hasSocialTags: false },
    ...{ reportToken: null, clipboardUrl: null },
    language: pageLanguageOf(headers['accept-language'] as string | undefined),
    owner: pageOwnerOf(project),
    ...pageContentOf({ project, link, visitor, decision }, null),
    browserUrl: inAppBrowserOf(previewAgent(query)) === null ? null : shortUrl,
  })
  return {
    ...{ status: 200, body, contentType: 'text/html; charset=utf-8' },
    headers: previewPageHeaders(nonce, { hasPicture }),
  }
}
