// Loaded only if tracing is on: it is larger than the rest of this package.
import { hostname } from 'node:os'
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type SpanContext,
} from '@opentelemetry/api'
import { millisToHrTime, parseKeyPairsIntoRecord } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  type Resource,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  TraceIdRatioBasedSampler,
  SamplingDecision,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base'
import {
  formatTraceparent,
  newTraceIds,
  parseTraceparent,
  traceIdsOfClick,
  type SpanIds,
} from './trace-context.js'
import type { FinishedSpan, Tracing, TracingOptions, TracingSettings } from './tracing.js'
import { VERSION } from './version.js'

const FAILURE_LOG_EVERY_MS = 30_000
const CLOSE_LIMIT_MS = 2_000

const KINDS = {
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  client: SpanKind.CLIENT,
} as const

/** Builds finished spans itself: the SDK's tracer would choose the ids, and would need one object more for each span. */
export function createTracing({ settings, headers, onExportFailed }: TracingOptions): Tracing {
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: parseKeyPairsIntoRecord(headers),
  })
  const processor = new BatchSpanProcessor(reportFailures(exporter, onExportFailed))
  const resource = resourceOf(settings)
  // Decides by the trace id, so every process decides the same.
  const sampler = new TraceIdRatioBasedSampler(settings.ratio)
  const sampled = (ids: SpanIds) => {
    const { decision } = sampler.shouldSample(ROOT_CONTEXT, ids.traceId)
    return decision === SamplingDecision.RECORD_AND_SAMPLED ? formatTraceparent(ids) : null
  }
  return {
    ofClick: (clickId) => sampled(traceIdsOfClick(clickId)),
    ofNewTrace: () => sampled(newTraceIds()),
    record: (span) => processor.onEnd(toReadableSpan(span, resource)),
    close: () => {
      const limit = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS).unref())
      return Promise.race([processor.shutdown().catch(() => undefined), limit])
    },
  }
}

function reportFailures(exporter: SpanExporter, report: (error: Error) => void): SpanExporter {
  let loggedMs = -Infinity
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const { error } = result
        if (error !== undefined && performance.now() - loggedMs >= FAILURE_LOG_EVERY_MS) {
          loggedMs = performance.now()
          report(error)
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}

function resourceOf({ serviceName, isNamed }: TracingSettings): Resource {
  const name = { 'service.name': serviceName }
  return defaultResource()
    .merge(resourceFromAttributes({ ...name, 'service.version': VERSION, 'host.name': hostname() }))
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes(isNamed ? name : {}))
}

const SCOPE = { name: 'throughline', version: VERSION }

function toReadableSpan(span: FinishedSpan, resource: Resource): ReadableSpan {
  const context = contextOf(span.traceparent)
  const endedMs = Math.max(Date.now(), span.startedMs)
  return {
    name: span.name,
    kind: KINDS[span.kind],
    spanContext: () => context,
    ...(span.parent === null ? {} : { parentSpanContext: contextOf(span.parent) }),
    startTime: millisToHrTime(span.startedMs),
    endTime: millisToHrTime(endedMs),
    duration: millisToHrTime(endedMs - span.startedMs),
    ended: true,
    status: span.error
      ? { code: SpanStatusCode.ERROR, message: span.error }
      : { code: SpanStatusCode.UNSET },
    attributes: span.attributes,
    links: span.link ? [{ context: contextOf(span.link) }] : [],
    events: [],
    resource,
    instrumentationScope: SCOPE,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

function contextOf(traceparent: string): SpanContext {
  const { traceId = '', spanId = '' } = parseTraceparent(traceparent) ?? {}
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED }
}
