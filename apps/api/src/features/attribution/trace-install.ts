import type { NewDecision } from '@throughline/db/attribution/decision-statement'
import { childOf } from '@throughline/runtime/trace-context'
import type { Tracing } from '@throughline/runtime/tracing'
import { recordRequestSpan } from '../../http/request-span.js'
import type { InstallCall } from './install-call.js'

/** The context of the span of a matched install, which is part of the trace of its click. */
export function installContext(tracing: Tracing | null, clickId: string): string | null {
  const parent = tracing?.ofClick(clickId) ?? null
  return parent === null ? null : childOf(parent)
}

/** Records the span of a decided install. An install without a match starts a new trace. */
export function traceInstall(call: InstallCall, decided: NewDecision): void {
  const { tracing } = call.ctx
  if (tracing === null) return
  const { match, reason, projectId } = decided
  const traceparent = match === null ? tracing.ofNewTrace() : (match.traceparent ?? null)
  if (traceparent === null) return
  recordRequestSpan(call.ctx, {
    name: 'install',
    traceparent,
    parent: match === null ? null : tracing.ofClick(match.clickId),
    startedMs: call.startedMs,
    headers: call.headers,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/attribution/installs',
      'throughline.project_id': projectId,
      'throughline.request_id': call.requestId,
      'throughline.install.match_type': match?.matchType ?? 'none',
      'throughline.install.reason': reason ?? 'none',
    },
  })
}
