import type { DomainError } from '@throughline/core/lib/errors'
import { Counter, createCounts, type Registry } from '@throughline/runtime/metrics'
import { RateLimitedError } from '../infra/rate-limiter.js'
import { createRequestMetrics, type RequestMetrics } from './request-metrics.js'

const LINK_ANSWERS = ['redirect', 'landing_page', 'expired_redirect'] as const
const CLICK_KINDS = [
  'counted',
  'head',
  'options',
  'prefetch',
  'preview',
  'bot',
  'embedded',
  'test',
  'dropped',
  'sdk',
] as const

export interface ApiMetrics {
  requests: RequestMetrics
  answers: Record<(typeof LINK_ANSWERS)[number], number>
  clicks: Record<(typeof CLICK_KINDS)[number], number>
  countInstall: (matchType: string | null, reason: string | null) => void
  /** Counts a 429 or 503 by its cause; ignores other errors. */
  countRejection: (error: DomainError) => void
  /** Counts the 503 for a link that a browser loads ahead of a click. */
  countPrefetch: () => void
}

export function createApiMetrics(registry: Registry): ApiMetrics {
  const registers = [registry]
  const installs = new Counter({
    name: 'throughline_installs_total',
    help: 'Decided installs by match type and no-match reason; without repeated calls and tests',
    labelNames: ['match_type', 'reason'],
    registers,
  })
  const rejections = new Counter({
    name: 'throughline_requests_refused_total',
    help: 'Responses with status 429 or 503, by cause: the class of RATE_LIMITS, the problem’s code, or prefetch',
    labelNames: ['status', 'cause'],
    registers,
  })
  const requests = createRequestMetrics(registry)
  return {
    requests,
    answers: createCounts({
      name: 'throughline_link_answers_total',
      help: 'Followed links by response: redirect, landing_page, or redirect of an expired link',
      label: 'answer',
      values: LINK_ANSWERS,
      registry,
    }),
    clicks: createCounts({
      name: 'throughline_clicks_total',
      help: 'Recorded clicks by kind: counted, recorded by an app (sdk), not stored (dropped), or the reason for not counting',
      label: 'kind',
      values: CLICK_KINDS,
      registry,
    }),
    countInstall: (matchType, reason) =>
      installs.inc({ match_type: matchType ?? 'none', reason: reason ?? 'none' }),
    countRejection: (error) => {
      if (error instanceof RateLimitedError) rejections.inc({ status: 429, cause: error.limit })
      else if (error.code === 'overloaded' || error.code === 'database_unavailable')
        rejections.inc({ status: 503, cause: error.code })
    },
    countPrefetch: () => rejections.inc({ status: 503, cause: 'prefetch' }),
  }
}
