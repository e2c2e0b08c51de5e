import { parseTraceparent, formatTraceparent } from '@throughline/runtime/trace-context'
import type { FinishedSpan } from '@throughline/runtime/tracing'
import type { AppContext } from '../context.js'

export interface RequestSpan extends Pick<
  FinishedSpan,
  'name' | 'traceparent' | 'parent' | 'startedMs' | 'attributes'
> {
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/**
 * Records the span of a request. A span of the proxy in front is linked, not a parent: the trace of a click derives from
 * its id. With TRUST_PROXY 0 anyone could send the header.
 */
export function recordRequestSpan(
  { config, tracing }: Pick<AppContext, 'config' | 'tracing'>,
  { headers, ...span }: RequestSpan,
): void {
  const given = config.trustProxyHops > 0 ? headers['traceparent'] : undefined
  const ids = typeof given === 'string' ? parseTraceparent(given) : null
  tracing?.record({ ...span, kind: 'server', link: ids === null ? null : formatTraceparent(ids) })
}
