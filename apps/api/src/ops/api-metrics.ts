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
  'dropped',
  'sdk',
] as const

export interface ApiMetrics {
  requests: RequestMetrics
  /** Links followed, by answer. */
  answers: Record<(typeof LINK_ANSWERS)[number], number>
  clicks: Record<(typeof CLICK_KINDS)[number], number>
  /** Counts an install that was decided for the first time. */
  countInstall: (matchType: string | null, reason: string | null) => void
  /** Counts an answer 429 or 503 by its cause; other refusals are ignored. */
  countRefusal: (error: DomainError) => void
  /** Counts the 503 that a browser gets for a link that it loads ahead of a click. */
  countPrefetch: () => void
}

/** What the API counts about its requests; alert rules go by these names. */
export function createApiMetrics(registry: Registry): ApiMetrics {
  const registers = [registry]
  const installs = new Counter({
    name: 'throughline_installs_total',
    help: 'Installs decided, by match type and by the reason of no match; repeated calls and tests do not count',
    labelNames: ['match_type', 'reason'],
    registers,
  })
  const refusals = new Counter({
    name: 'throughline_requests_refused_total',
    help: 'Answers 429 and 503, by cause: the class of RATE_LIMITS, the code of the problem, or prefetch',
    labelNames: ['status', 'cause'],
    registers,
  })
  const requests = createRequestMetrics(registry)
  return {
    requests,
    answers: createCounts({
      name: 'throughline_link_answers_total',
      help: 'Links followed, by answer: redirect, landing_page, or redirect of an expired link',
      label: 'answer',
      values: LINK_ANSWERS,
      registry,
    }),
    clicks: createCounts({
      name: 'throughline_clicks_total',
      help: 'Clicks recorded, by kind: counted, recorded by an app (sdk), not stored (dropped), or why one does not count',
      label: 'kind',
      values: CLICK_KINDS,
      registry,
    }),
    countInstall: (matchType, reason) =>
      installs.inc({ match_type: matchType ?? 'none', reason: reason ?? 'none' }),
    countRefusal: (error) => {
      if (error instanceof RateLimitedError) refusals.inc({ status: 429, cause: error.limit })
      else if (error.code === 'overloaded' || error.code === 'database_unavailable')
        refusals.inc({ status: 503, cause: error.code })
    },
    countPrefetch: () => refusals.inc({ status: 503, cause: 'prefetch' }),
  }
}
