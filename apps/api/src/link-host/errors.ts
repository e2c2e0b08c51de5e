import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { DomainError } from '@throughline/core/lib/errors'
import type { AppContext } from '../context.js'
import { presentProblem, problemHeaders, statusOf, toDomainError } from '../http/problem.js'
import { NO_SNIFF } from '../http/security-headers.js'
import type { LinkHostAnswer } from './response.js'
import { escapeHtml } from '@throughline/core/lib/escape-html'
import { pageHeaders } from './page-headers.js'
import { PAGE_STYLE } from '../domain/links/page/page-style.js'

export function answerError(
  { config, logger, metrics }: Pick<AppContext, 'config' | 'logger' | 'metrics'>,
  { error, request, requestId }: { error: unknown; request: IncomingMessage; requestId: string },
): LinkHostAnswer {
  const rejection = toDomainError(error)
  const status = statusOf(rejection.code)
  metrics.countRejection(rejection)
  if (status >= 500) {
    const [path] = (request.url ?? '').split('?')
    logger.error({ err: error, requestId, method: request.method, path }, rejection.code)
  }
  const { publicUrl } = config
  const answer = wantsPage(request)
    ? asPage(rejection, status)
    : asProblem(rejection, { requestId, publicUrl })
  return {
    status,
    headers: { ...problemHeaders(rejection), ...answer.headers },
    body: answer.body,
  }
}

function wantsPage({ method, headers }: IncomingMessage): boolean {
  return method !== 'POST' && (headers.accept ?? '').includes('text/html')
}

type Content = Pick<LinkHostAnswer, 'headers' | 'body'>

function asProblem(
  rejection: DomainError,
  call: { requestId: string; publicUrl: string },
): Content {
  return {
    headers: { 'Content-Type': 'application/problem+json', ...NO_SNIFF },
    body: JSON.stringify(presentProblem(rejection, call)),
  }
}

function asPage(rejection: DomainError, status: number): Content {
  const nonce = randomBytes(16).toString('base64')
  const text = escapeHtml(rejection.message)
  return {
    headers: pageHeaders(nonce, { hasPicture: false }),
    body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${text}</title>
<style nonce="${nonce}">${PAGE_STYLE}</style>
</head>
<body><main><div class="icon">${status}</div><h1>${text}</h1></main></body>
</html>
`,
  }
}
